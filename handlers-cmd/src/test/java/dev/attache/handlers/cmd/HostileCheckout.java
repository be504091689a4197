package dev.attache.handlers.cmd;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** A checkout that has a program of its own wherever git lets one be set, and commands to run. */
final class HostileCheckout {
  /** Settings whose value is the program. */
  private static final List<String> PLAIN =
      List.of(
          "core.editor",
          "sequence.editor",
          "core.sshCommand",
          "core.gitProxy",
          "core.askPass",
          "core.alternateRefsCommand",
          "diff.external",
          "diff.other.command",
          "diff.bin.textconv",
          "filter.one.clean",
          "filter.one.smudge",
          "filter.two.process",
          "merge.mine.driver",
          "gpg.program",
          "trailer.a.command",
          "trailer.b.cmd",
          "tar.foo.command",
          "tar.tgz.command",
          "credential.helper",
          "credential.https://a.example.helper");

  private static final String ATTRIBUTES =
      """
      *.other diff=other
      *.bin diff=bin
      *.one filter=one
      *.two filter=two
      *.merge merge=mine
      """;

  /** What is run in it, in order, each word for word. */
  static final List<String> COMMANDS =
      List.of(
          "status",
          "diff",
          "diff --cached",
          "diff-files -p",
          "log -p",
          "log --ext-diff --textconv -p",
          "log --show-signature",
          "verify-commit signed",
          "show HEAD",
          "blame a.bin",
          "annotate a.bin",
          "grep --textconv a",
          "cat-file --textconv HEAD:a.bin",
          "cat-file --filters HEAD:a.one",
          "archive --format=foo HEAD",
          "archive --format=tgz HEAD",
          "log --remerge-diff -1 merged",
          "merge-tree --write-tree left right",
          "stash list",
          "-p log -1",
          "shell-alias",
          "option-alias",
          "ls-remote here",
          "push here HEAD:refs/heads/x",
          "fetch here +refs/heads/*:refs/remotes/here/*",
          "ls-remote command",
          "ls-remote helper",
          "ls-remote ssh://a.example/b",
          "ls-remote git://a.example/b",
          "interpret-trailers --trailer a=1 --trailer b=2 text",
          "add a.one a.two",
          "checkout -f -- a.one a.two",
          "submodule update",
          "checkout -f left",
          "update-index --refresh",
          "commit --allow-empty",
          "-c filter.three.clean= rebase -i --autostash HEAD~1",
          "rebase --abort",
          "commit --allow-empty -m hooked",
          "credential fill",
          "checkout -f left",
          "merge right",
          "-C inner status");

  private final Checkout checkout;

  private HostileCheckout(Checkout checkout) {
    this.checkout = checkout;
  }

  static HostileCheckout in(Path base) throws IOException {
    Checkout checkout = Checkout.in(base);
    var hostile = new HostileCheckout(checkout);
    hostile.writeHistory();
    hostile.writeSettings();
    hostile.writeHooks();
    checkout.forgetMarks();
    return hostile;
  }

  Checkout checkout() {
    return checkout;
  }

  private void writeHistory() throws IOException {
    write("first");
    checkout.commit("first");
    checkout.git("checkout", "-q", "-b", "left");
    checkout.write("a.merge", "left\n").write("both", "left\n").commit("left");
    checkout.git("checkout", "-q", "-b", "right", "main");
    checkout.write("a.merge", "right\n").write("both", "right\n").commit("right");
    checkout.git("checkout", "-q", "main");
    checkout.git("merge", "-q", "left");
    checkout.unguarded("merge", "-q", "right");
    checkout.write("a.merge", "both\n").write("both", "both\n").commit("both");
    checkout.git("branch", "merged");
    checkout.write(".gitattributes", ATTRIBUTES).commit("attributes");
    sign();
    Checkout inner = checkout.nested("inner").write("x", "1\n").commit("inner");
    inner.write(".gitattributes", "* filter=inner\n").commit("attributes");
    inner.set("filter.inner.clean", checkout.marking("filter.inner.clean"));
    checkout.git("add", "inner");
    checkout.git("commit", "-m", "inner");
    inner.set("filter.inner.required", "false").write("x", "2\n").commit("more");
    inner.write("x", "3\n");
    write("second");
    Files.writeString(checkout.directory().resolve("text"), "subject\n\nbody\n");
  }

  private void write(String text) throws IOException {
    for (String name : List.of("a.other", "a.bin", "a.one", "a.two", "a.plain", "a.merge")) {
      if (!(text.equals("second") && name.equals("a.merge"))) {
        checkout.write(name, text + "\n");
      }
    }
  }

  private void sign() throws IOException {
    String commit = checkout.git("cat-file", "commit", "HEAD");
    String signature =
        "gpgsig -----BEGIN PGP SIGNATURE-----\n \n abc\n -----END PGP SIGNATURE-----\n\n";
    checkout.write(".git/signed", commit.replaceFirst("\n\n", "\n" + signature));
    String id = checkout.git("hash-object", "-t", "commit", "-w", ".git/signed").strip();
    checkout.git("branch", "signed", id);
    checkout.git("reset", "-q", "--soft", id);
  }

  private void writeSettings() throws IOException {
    Path bare = checkout.directory().resolveSibling("bare");
    checkout.git("init", "-q", "--bare", bare.toString());
    for (String key : PLAIN) {
      checkout.set(key, checkout.marking(key.replaceAll("[:/]+", "_")));
    }
    // Answers with a version that does not exist: one that only ends makes git die, by chance.
    checkout.set(
        "filter.two.process",
        checkout.marking("filter.two.process")
            + "; printf '0016git-filter-server\\n000eversion=9\\n0000'; head -c 40 >/dev/null");
    checkout.set("remote.here.url", bare.toString());
    checkout.set("remote.here.uploadpack", checkout.marking("uploadpack") + "; git-upload-pack");
    checkout.set("remote.here.receivepack", checkout.marking("receivepack") + "; git-receive-pack");
    checkout.write(".git/objects/info/alternates", bare.resolve("objects") + "\n");
    // Says that anything may have changed, as otherwise git would not look.
    checkout.set("core.fsmonitor", checkout.marking("core.fsmonitor") + "; printf 't\\0/\\0' #");
    checkout.set("protocol.allow", "always");
    checkout.set("remote.command.url", "ext::" + checkout.marking("url-ext"));
    checkout.set("remote.helper.url", checkout.marking("vcs-ext"));
    checkout.set("remote.helper.vcs", "ext");
    checkout.set("alias.shell-alias", "!" + checkout.marking("alias"));
    checkout.set(
        "alias.option-alias",
        "-c diff.external=" + checkout.marking("alias.options") + " diff a.bin");
    checkout.set("trailer.a.key", "A");
    checkout.set("trailer.b.key", "B");
    checkout.set("submodule.inner.url", "./none");
    checkout.set("submodule.inner.active", "true");
    checkout.set("submodule.inner.update", "!" + checkout.marking("submodule.update"));
    checkout.write(".gitmodules", "[submodule \"inner\"]\npath = inner\nurl = ./none\n");
    checkout.set("include.path", "included");
    checkout.write(
        ".git/included",
        "[filter \"three\"]\nclean = " + checkout.marking("included-filter.three.clean") + "\n");
    checkout.write(".git/info/attributes", "*.plain filter=three\n");
    checkout.set("extensions.worktreeConfig", "true");
    checkout.write(
        ".git/config.worktree",
        "[diff \"late\"]\ntextconv = " + checkout.marking("worktree-diff.late.textconv") + "\n");
    checkout.write("inner.late", "x\n");
    Files.writeString(
        checkout.directory().resolve(".git/info/attributes"),
        "*.plain filter=three\na.merge diff=late\n");
  }

  private void writeHooks() throws IOException {
    for (String hook : List.of("post-index-change", "pre-commit", "post-checkout", "pre-push")) {
      Path file = checkout.directory().resolve(".git/hooks/" + hook);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "#!/bin/sh\n'" + checkout.marking("hook-" + hook) + "'\n");
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  /** The marks of all that was set, sorted. */
  static List<String> expectedMarks() {
    var marks = new ArrayList<>(PLAIN.stream().map(key -> key.replaceAll("[:/]+", "_")).toList());
    marks.addAll(
        List.of(
            "alias",
            "core.fsmonitor",
            "alias.options",
            "filter.inner.clean",
            "hook-post-checkout",
            "hook-post-index-change",
            "hook-pre-commit",
            "hook-pre-push",
            "receivepack",
            "uploadpack",
            "included-filter.three.clean",
            "submodule.update",
            "url-ext",
            "vcs-ext",
            "worktree-diff.late.textconv"));
    return marks;
  }
}
