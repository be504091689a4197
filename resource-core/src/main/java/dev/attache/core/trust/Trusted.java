package dev.attache.core.trust;

import dev.attache.resource.ContentDigest;
import java.util.List;
import java.util.Optional;

/**
 * The content of a {@link TrustStore} when it was read. Immutable.
 *
 * @param records what the user trusts, in the order of the file
 * @param problems what could not be read, and so is not trusted: each with its place, and what to
 *     do about it where something has to be done
 */
public record Trusted(List<TrustRecord> records, List<String> problems) {

  /**
   * Takes copies of the lists.
   *
   * @param records what the user trusts, in the order of the file
   * @param problems what could not be read, and so is not trusted
   */
  public Trusted {
    records = List.copyOf(records);
    problems = List.copyOf(problems);
  }

  /**
   * {@return the first record of a thing, or nothing if it is not trusted}
   *
   * @param kind what it is, as {@link TrustRecord#kind} has it
   * @param digest its identity
   */
  public Optional<TrustRecord> find(String kind, ContentDigest digest) {
    return records.stream().filter(each -> each.isOf(kind, digest)).findFirst();
  }

  /**
   * {@return the records of all things with a digest that begins so}
   *
   * @param prefix hexadecimal digits, in lower case
   */
  public List<TrustRecord> findAll(String prefix) {
    return records.stream().filter(each -> each.digest().hex().startsWith(prefix)).toList();
  }
}
