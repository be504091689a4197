// A web server of small texts on the loopback interface, for `benchmarks/run fetch`.
//
// GET /DELAY/NUMBER.md, .txt or .json is answered after DELAY milliseconds with about 1 KiB that no
// other number has, or with 304. GET /counts says what it has answered. It reads no more of HTTP than
// that takes, so that it costs little beside the clients that are measured: they share the machine.
//
// Prints its port, and runs until it is killed.

import { createServer } from 'node:net'

const TYPES = { md: 'text/markdown; charset=utf-8', txt: 'text/plain; charset=utf-8', json: 'application/json' }
const WORDS = 'the a of resource with server text to and answers small when other than page how'.split(' ')
const MODIFIED = 'Tue, 03 Feb 2026 04:05:06 GMT'

const counts = { connections: 0, requests: 0, notModified: 0 }
const made = new Map()
let date = new Date().toUTCString()
setInterval(() => (date = new Date().toUTCString()), 500)

function text(number, extension) {
  let state = number + 1
  let line = `Resource ${number}:`
  while (line.length < 1000) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    line += ' ' + WORDS[state >>> 28]
    if (state % 11 === 0) line += '.\n'
  }
  if (extension === 'json') return JSON.stringify({ number, text: line }) + '\n'
  return extension === 'md' ? `# Number ${number}\n\n${line}\n` : line + '\n'
}

// The answer in its parts, kept from the first request for the next ones.
function resource(name) {
  let known = made.get(name)
  if (!known) {
    const [number, extension] = name.split('.')
    const body = text(Number(number), extension)
    const etag = `"${extension}-${number}"`
    const shared = `ETag: ${etag}\r\nLast-Modified: ${MODIFIED}\r\n`
    const length = Buffer.byteLength(body)
    const full = `Content-Type: ${TYPES[extension]}\r\nContent-Length: ${length}\r\n${shared}\r\n${body}`
    known = { etag, full, unchanged: `${shared}\r\n` }
    made.set(name, known)
  }
  return known
}

function answer(request) {
  const [, delay, name] = /^GET \/(\d+)\/(\d+\.(?:md|txt|json)) HTTP\/1\.1\r\n/.exec(request) ?? []
  if (name === undefined) {
    const body = request.startsWith('GET /counts ') ? JSON.stringify(counts) + '\n' : null
    const status = body ? '200 OK' : '404 Not Found'
    return [0, `HTTP/1.1 ${status}\r\nContent-Length: ${body?.length ?? 0}\r\n\r\n${body ?? ''}`]
  }
  const { etag, full, unchanged } = resource(name)
  counts.requests++
  if (/^if-none-match: *(.*)\r$/im.exec(request)?.[1] === etag) {
    counts.notModified++
    return [delay, `HTTP/1.1 304 Not Modified\r\nDate: ${date}\r\n${unchanged}`]
  }
  return [delay, `HTTP/1.1 200 OK\r\nDate: ${date}\r\n${full}`]
}

const server = createServer({ noDelay: true }, socket => {
  counts.connections++
  socket.setEncoding('latin1')
  socket.on('error', () => socket.destroy())
  let received = ''
  socket.on('data', chunk => {
    received += chunk
    for (let end = received.indexOf('\r\n\r\n'); end >= 0; end = received.indexOf('\r\n\r\n')) {
      const [delay, bytes] = answer(received.slice(0, end + 2))
      received = received.slice(end + 4)
      if (delay > 0) setTimeout(() => socket.write(bytes), delay)
      else socket.write(bytes)
    }
  })
})
server.listen(0, '127.0.0.1', 1024, () => console.log(server.address().port))
