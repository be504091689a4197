package dev.attache.models.openai;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FunctionSchemaTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'object','properties':{},'additionalProperties':false}",
        "{'type':'object','properties':{'a':{'type':['string','null']}},'required':['a'],"
            + "'additionalProperties':false}",
        "{'type':'object','properties':{'a':{'type':'array','items':{'enum':['x',null]}}},"
            + "'required':['a'],'additionalProperties':false}",
        "{'type':'object','properties':{'a':{'anyOf':[{'$ref':'#/$defs/b'},{'type':'null'}]}},"
            + "'required':['a'],'additionalProperties':false,'$defs':{'b':{'type':'string',"
            + "'format':'date','pattern':'^2'}}}",
      })
  void holdsAModelToWhatIsClosed(String schema) throws JsonProcessingException {
    assertThat(FunctionSchema.isStrict(parsed(schema))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'type':'object','additionalProperties':false}",
        "{'type':'object','properties':{}}",
        "{'type':'object','properties':{},'additionalProperties':{}}",
        "{'type':'object','properties':{'a':{'type':'string'}},'additionalProperties':false}",
        "{'type':'object','properties':{'a':{'type':'string'}},'required':['b'],"
            + "'additionalProperties':false}",
        "{'type':'object','properties':{'a':{}},'required':['a'],'additionalProperties':false}",
        "{'type':'object','properties':{'a':true},'required':['a'],'additionalProperties':false}",
        "{'type':'object','properties':{'a':{'type':'array'}},'required':['a'],"
            + "'additionalProperties':false}",
        "{'type':'object','properties':{'a':{'type':'string','minLength':1}},'required':['a'],"
            + "'additionalProperties':false}",
        "{'type':'object','properties':{'a':{'type':'string','format':'uri'}},'required':['a'],"
            + "'additionalProperties':false}",
        "{'type':'object','properties':{'a':{'type':'string','format':null}},'required':['a'],"
            + "'additionalProperties':false}",
        "{'type':'object','properties':{'a':{'$ref':'https://example.org/s'}},'required':['a'],"
            + "'additionalProperties':false}",
        "{'type':'object','properties':{'a':{'type':['object','null'],'properties':{}}},"
            + "'required':['a'],'additionalProperties':false}",
        "{'type':'object','properties':{},'additionalProperties':false,'allOf':[]}",
        "{'type':'object','properties':{},'additionalProperties':false,"
            + "'anyOf':[{'type':'object','properties':{},'additionalProperties':false}]}",
        "{'type':'object','properties':{},'additionalProperties':false,'$defs':{'b':{}}}",
      })
  void holdsAModelToNothingElse(String schema) throws JsonProcessingException {
    assertThat(FunctionSchema.isStrict(parsed(schema))).isFalse();
  }

  @Test
  void holdsAModelToTenLevelsAtMost() throws JsonProcessingException {
    assertThat(FunctionSchema.isStrict(parsed(nested(9)))).isTrue();
    assertThat(FunctionSchema.isStrict(parsed(nested(10)))).isFalse();
  }

  @Test
  void holdsAModelToAThousandValuesAtMost() throws JsonProcessingException {
    assertThat(FunctionSchema.isStrict(parsed(withValues(1000)))).isTrue();
    assertThat(FunctionSchema.isStrict(parsed(withValues(1001)))).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '"',
      value = {
        "{} → {'type':'object','properties':{}}",
        "{'type':'object'} → {'type':'object','properties':{}}",
        "{'anyOf':[{}],'type':'object','not':{}} → {'type':'object','properties':{}}",
        "{'properties':{'a':{'type':'array'}},'type':'object'}"
            + " → {'properties':{'a':{'type':'array','items':{}}},'type':'object'}",
        "{'type':'object','properties':{'type':{'type':'string','default':{'type':'array'}}}}"
            + " → {'type':'object','properties':{'type':{'type':'string',"
            + "'default':{'type':'array'}}}}",
        "{'type':'object','properties':{'a':{'anyOf':[{'type':['array','null']},true]}}}"
            + " → {'type':'object','properties':{'a':{'anyOf':[{'type':['array','null'],"
            + "'items':{}},true]}}}",
      })
  void becomesWhatIsTaken(String schema, String taken) throws JsonProcessingException {
    assertThat(JSON.writeValueAsString(FunctionSchema.taken(parsed(schema))))
        .isEqualTo(taken.replace('\'', '"'));
  }

  private static String nested(int levels) {
    String inner = "{'type':'string'}";
    for (int i = 0; i < levels; i++) {
      inner =
          "{'type':'object','properties':{'a':"
              + inner
              + "},'required':['a'],'additionalProperties':false}";
    }
    return inner;
  }

  private static String withValues(int count) {
    return "{'type':'object','properties':{'a':{'enum':["
        + "1,".repeat(count - 1)
        + "1]}},'required':['a'],'additionalProperties':false}";
  }

  private static Map<String, Object> parsed(String schema) throws JsonProcessingException {
    return JSON.readValue(schema.replace('\'', '"'), new TypeReference<>() {});
  }
}
