package dev.attache.delivery;

import dev.attache.history.StoreException;
import dev.attache.test.Golden;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TruthTableTest {

  @Test
  void deliversEachResourceAsTheTableSays() throws StoreException {
    var actual = new ArrayList<String>();
    for (String each : Golden.read("delivery/truth-table.txt").split("\n\n", -1)) {
      List<String> lines = each.lines().toList();
      actual.add(TruthTable.run(lines.get(0).substring(3), lines.subList(1, lines.size())));
    }
    Golden.assertMatches("delivery/truth-table.txt", String.join("\n", actual));
  }
}
