// What the Markdown of documents keeps, side by side with pandoc and pdftotext, and how long it takes.
//
//   node documents.mjs ATTACHE LIB DOCUMENTS DOCS SCRATCH ROUNDS TIKA
//
// ATTACHE is the command, LIB the directory of the jars of converters, DOCUMENTS a directory of
// documents, DOCS one of Markdown pages that become documents, SCRATCH a directory to write to, TIKA
// the directory of the jars of Tika's parsers.
//
// Neither pandoc nor pdftotext is always right, so a third reader with code of its own is a
// witness: Tika, or for PDF, which Tika and we read with PDFBox, mutool. A second column counts only the
// words that the witness finds as well. The first counts all, and both are printed.

import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [attache, lib, documents, docs, scratch, rounds, tika] = process.argv.slice(2);
const READERS = { docx: 'docx', odt: 'odt', epub: 'epub', rtf: 'rtf' };
const MANY = 200;
const LOWER = 0.97;

const environment = { ...process.env, XDG_CACHE_HOME: join(scratch, 'cache'), LC_ALL: 'C.UTF-8' };

function output(command, args) {
  const ended = spawnSync(command, args, { env: environment, maxBuffer: 1 << 30 });
  return ended.status === 0 ? ended.stdout.toString() : null;
}

// The seconds and the peak MiB of a command, as the median of some rounds.
function measured(command, args) {
  const times = [];
  const peaks = [];
  for (let i = 0; i < Number(rounds); i++) {
    const file = join(scratch, 'time');
    spawnSync('/usr/bin/time', ['-o', file, '-f', '%e %M', command, ...args], {
      env: environment,
      stdio: 'ignore',
    });
    const [seconds, kib] = readFileSync(file, 'utf8').trim().split('\n').pop().split(' ');
    times.push(Number(seconds));
    peaks.push(Number(kib) / 1024);
  }
  return { seconds: median(times), peak: median(peaks) };
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

// Letters and digits, whatever stands between them: marks of Markdown and hyphens at ends of lines do not count.
function words(text) {
  return text.normalize('NFKC').toLowerCase().replace(/-\n\s*/g, '').match(/[\p{L}\p{N}]+/gu) ?? [];
}

// The words of one text that are in another one as well, as often as they are there.
function shared(some, others) {
  const left = new Map();
  others.forEach((word) => left.set(word, (left.get(word) ?? 0) + 1));
  return some.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  });
}

// How many of the words are found, and how many of those stand in the same order: the k-th time that a word
// comes on one side is paired with the k-th on the other, and the longest rising run of places counts.
function compared(theirs, ours) {
  const places = new Map();
  ours.forEach((word, i) => (places.get(word) ?? places.set(word, []).get(word)).push(i));
  const next = new Map();
  const paired = [];
  for (const word of theirs) {
    const at = next.get(word) ?? 0;
    const place = places.get(word)?.[at];
    if (place !== undefined) {
      paired.push(place);
      next.set(word, at + 1);
    }
  }
  const ends = [];
  for (const place of paired) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle] < place) low = middle + 1;
      else high = middle;
    }
    ends[low] = place;
  }
  return { all: theirs.length, found: paired.length, ordered: ends.length };
}

// The rows of the tables that pandoc finds, each a list of the words of its cells.
function rows(json) {
  const found = [];
  const text = (node) =>
    Array.isArray(node)
      ? node.map(text).join('')
      : node === null || typeof node !== 'object'
        ? ''
        : node.t === 'Str'
          ? node.c
          : node.t === 'Code'
            ? node.c[1]
            : /Space|Break|Para|Plain/.test(node.t)
              ? ' ' + text(node.c ?? [])
              : text(node.c ?? []);
  const row = ([, cells]) => cells.map((cell) => words(text(cell[4])).join(' ')).filter((cell) => cell);
  const look = (node) => {
    if (Array.isArray(node)) node.forEach(look);
    else if (node && typeof node === 'object') {
      if (node.t === 'Table') {
        const [, , , head, bodies] = node.c;
        head[1].forEach((each) => found.push(row(each)));
        bodies.forEach((body) => [...body[2], ...body[3]].forEach((each) => found.push(row(each))));
      }
      Object.values(node).forEach(look);
    }
  };
  look(JSON.parse(json).blocks);
  return found.filter((cells) => cells.length > 1);
}

// How many cells of those rows stand together in a row of a Markdown table.
function cellsKept(expected, markdown) {
  const lines = markdown.split('\n').filter((line) => line.startsWith('|')).map((line) => words(line).join(' '));
  let all = 0;
  let kept = 0;
  for (const cells of expected) {
    all += cells.length;
    kept += Math.max(0, ...lines.map((line) => cells.filter((cell) => ` ${line} `.includes(` ${cell} `)).length));
  }
  return { all, kept };
}

function markdownOf(files) {
  const texts = new Map();
  for (let i = 0; i < files.length; i += 50) {
    const some = files.slice(i, i + 50);
    // The others do not ask whether the author allows it.
    const ended = spawnSync(attache, ['--json', '--no-cache', '--ignore-restrictions', '--timeout', '120s', '--workspace', scratch, '--root', documents, ...some], {
      env: environment,
      maxBuffer: 1 << 30,
    });
    for (const line of ended.stdout.toString().split('\n').filter((each) => each)) {
      const item = JSON.parse(line);
      if (item.uri && item.formatted) texts.set(decodeURIComponent(item.uri.replace('file://', '')), item.formatted);
    }
  }
  return texts;
}

// What a third reader finds in each file.
function witnessed(files) {
  const texts = new Map();
  for (const pdf of files.filter((each) => each.endsWith('.pdf'))) {
    texts.set(pdf, output('mutool', ['draw', '-q', '-F', 'txt', pdf]) ?? '');
  }
  const others = files.filter((each) => !each.endsWith('.pdf'));
  const program = join(fileURLToPath(new URL('.', import.meta.url)), 'TikaText.java');
  const printed = execFileSync('java', ['-cp', join(tika, '*'), program, ...others], {
    maxBuffer: 1 << 30,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for (const line of printed.toString().split('\n')) {
    const [file, text] = line.split('\t');
    if (text !== undefined) texts.set(file, Buffer.from(text, 'base64').toString()); // others are of its log
  }
  return texts;
}

function own() {
  const directory = join(scratch, 'own');
  mkdirSync(directory, { recursive: true });
  const made = [];
  for (const page of readdirSync(docs).filter((each) => each.endsWith('.md'))) {
    for (const form of Object.keys(READERS)) {
      const file = join(directory, `${basename(page, '.md')}.${form}`);
      if (!existsSync(file)) {
        execFileSync('pandoc', ['-f', 'gfm', '-s', '-M', 'title=Page', '-o', file, join(docs, page)], { stdio: 'ignore' });
      }
      made.push({ file, source: join(docs, page) });
    }
  }
  return made;
}

const share = (part, all) => (all === 0 ? '–' : `${((100 * part) / all).toFixed(1)} %`);

function fidelity() {
  const others = readdirSync(documents)
    .filter((name) => name.endsWith('.pdf') || READERS[extname(name).slice(1)])
    .map((name) => ({ file: join(documents, name) }));
  const all = [...others, ...own()];
  const ours = markdownOf(all.map((each) => each.file));
  const witness = witnessed(all.map((each) => each.file));
  const sums = new Map();
  const lower = [];
  for (const { file, source } of all) {
    const form = extname(file).slice(1);
    const theirs = form === 'pdf' ? output('pdftotext', ['-layout', file, '-']) : output('pandoc', ['-f', READERS[form], '-t', 'plain', '--wrap=none', file]);
    if (theirs === null || words(theirs).length === 0) continue;
    const markdown = ours.get(file);
    const result = compared(words(theirs), words(markdown ?? ''));
    const agreed = compared(shared(words(theirs), words(witness.get(file))), words(markdown ?? ''));
    const table = source ? output('pandoc', ['-f', 'gfm', '-t', 'json', source]) : form === 'pdf' ? null : output('pandoc', ['-f', READERS[form], '-t', 'json', file]);
    const cells = table === null ? { all: 0, kept: 0 } : cellsKept(rows(table), markdown ?? '');
    const key = source ? `our pages as ${form.toUpperCase()}` : form.toUpperCase();
    const sum = sums.get(key) ?? { files: 0, all: 0, found: 0, ordered: 0, agreed: 0, agreedFound: 0, cells: 0, kept: 0, like: file };
    sums.set(key, {
      ...sum,
      files: sum.files + 1,
      all: sum.all + result.all,
      found: sum.found + result.found,
      ordered: sum.ordered + result.ordered,
      agreed: sum.agreed + agreed.all,
      agreedFound: sum.agreedFound + agreed.found,
      cells: sum.cells + cells.all,
      kept: sum.kept + cells.kept,
    });
    if (result.found < LOWER * result.all || agreed.found < LOWER * agreed.all) {
      const parts = [result, agreed].map((each) => `${share(each.found, each.all)} of ${each.all}`);
      lower.push(`* ${basename(file)}: ${parts[0]} words, ${parts[1]} that the witness reads too${markdown === undefined ? ', not converted' : ''}`);
    }
  }
  console.log('| format | files | words found | of those that the witness reads too | in order | cells together | ours: s, MiB | theirs: s, MiB |');
  console.log('|---|--:|--:|--:|--:|--:|--:|--:|');
  for (const [key, sum] of [...sums].sort()) {
    const form = extname(sum.like).slice(1);
    const mine = measured(attache, ['--no-cache', '-q', '--workspace', scratch, '--root', documents, sum.like]);
    const their = form === 'pdf' ? measured('pdftotext', ['-layout', sum.like, '/dev/null']) : measured('pandoc', ['-f', READERS[form], '-t', 'plain', '-o', '/dev/null', sum.like]);
    const spent = ({ seconds, peak }) => `${seconds.toFixed(2)}, ${peak.toFixed(0)}`;
    console.log(`| ${key} | ${sum.files} | ${share(sum.found, sum.all)} | ${share(sum.agreedFound, sum.agreed)} of ${share(sum.agreed, sum.all)} | ${share(sum.ordered, sum.found)} | ${share(sum.kept, sum.cells)} | ${spent(mine)} | ${spent(their)} |`);
  }
  console.log(`\nBelow ${LOWER * 100} %:\n`);
  console.log(lower.sort().join('\n'));
}

function times() {
  const pages = join(scratch, 'pages.pdf');
  const program = join(fileURLToPath(new URL('.', import.meta.url)), 'TwentyPages.java');
  execFileSync('java', ['-cp', join(lib, '*'), program, docs, pages]);
  const resolve = ['resolve', '-q', '--no-cache', '--workspace', scratch];
  const first = measured(attache, [...resolve, pages]);
  const none = measured(attache, [...resolve, join(docs, 'documents.md'), '--root', docs]);
  console.log(`\n* a PDF of 20 pages, first document of a run: ${first.seconds.toFixed(2)} s; a text instead: ${none.seconds.toFixed(2)} s`);
  const many = join(scratch, 'many');
  rmSync(many, { recursive: true, force: true });
  mkdirSync(many);
  const small = readdirSync(join(scratch, 'own')).filter((name) => /\.(docx|odt|epub|rtf)$/.test(name));
  const bySize = small.map((name) => [readFileSync(join(scratch, 'own', name)).length, name]).sort((a, b) => a[0] - b[0]);
  const files = [];
  for (let i = 0; i < MANY; i++) {
    const name = bySize[i % Math.min(40, bySize.length)][1];
    files.push(join(many, `${i}${extname(name)}`));
    copyFileSync(join(scratch, 'own', name), files[i]);
  }
  const few = measured(attache, [...resolve, ...files.slice(0, 4)]);
  const whole = measured(attache, [...resolve, ...files]);
  console.log(`* ${MANY} small documents: ${whole.seconds.toFixed(2)} s, of which 4 take ${few.seconds.toFixed(2)} s: ${((MANY - 4) / (whole.seconds - few.seconds)).toFixed(0)} a second with warm processes`);
}

mkdirSync(scratch, { recursive: true });
writeFileSync(join(scratch, '.keep'), '');
fidelity();
times();
