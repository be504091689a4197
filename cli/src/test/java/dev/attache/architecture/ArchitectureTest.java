package dev.attache.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.doNot;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import dev.attache.architecture.Rooms.Room;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The promises of the design, section 3, on the classes of all modules. */
@Tag("slow")
class ArchitectureTest {

  private static final String API = "dev.attache.resource..";
  private static final String SUPPORT = "dev.attache.support..";
  private static final String HANDLERS = "dev.attache.handlers..";
  private static final String MCP = "dev.attache.mcp..";
  private static final String CLI = "dev.attache.cli..";
  private static final String TEST_KIT = "dev.attache.resource.testkit.."; // for tests of others

  /** What modules that connect us with a library show of it. */
  private static final Map<String, String> BRIDGES =
      Map.of(
          "dev.attache.micrometer",
          "io.micrometer.",
          "dev.attache.langchain4j",
          "dev.langchain4j.");

  private static final Set<String> EXPORTED =
      Rooms.read().all().stream()
          .filter(Room::isExported)
          .map(room -> Rooms.ROOT + room.name())
          .collect(Collectors.toSet());

  private final JavaClasses classes = HouseClasses.all().that(resideOutsideOfPackage(TEST_KIT));

  @Test
  void seesEveryModule() {
    for (String name :
        List.of(
            "dev.attache.resource.Resource",
            "dev.attache.core.Resolver",
            "dev.attache.conversation.Conversation",
            "dev.attache.core.routing.HandlerRegistry",
            "dev.attache.store.EmbeddedStore",
            "dev.attache.core.trust.TrustStore",
            "dev.attache.handlers.cmd.CommandHandler",
            "dev.attache.handlers.file.FileHandler",
            "dev.attache.handlers.mcp.McpHandler",
            "dev.attache.mcp.pool.McpServers",
            "dev.attache.mcp.pool.MessageLimit",
            "dev.attache.mcp.ServerText",
            "dev.attache.mcp.config.McpConfiguration",
            "dev.attache.server.ResourceServer",
            "dev.attache.mcp.wire.MessageLines",
            "dev.attache.cli.Main")) {
      assertThat(classes.contain(name)).as(name).isTrue();
    }
  }

  @Test
  void namesNoHandlerInTheCommandLine() {
    noClasses()
        .that()
        .resideInAPackage(CLI)
        .and()
        .doNotHaveSimpleName("ConfiguredProgram") // whose handler nobody could find
        .and()
        .doNotHaveSimpleName("ConfiguredTool") // nor that of this
        .and()
        .doNotHaveSimpleName("ToolItem") // which shows how that is defined
        .should()
        .dependOnClassesThat(resideInAPackage(HANDLERS))
        .because("handlers are found, never named")
        .check(classes);
  }

  @Test
  void namesNoSchemeInTheEngineButThatOfPaths() throws IOException {
    var naming = Pattern.compile("\"(cmd|file|https?|mcp)[\":+]");
    var found = new ArrayList<String>();
    try (Stream<Path> sources = Files.walk(Path.of("../resource-core/src/main/java"))) {
      for (Path each : sources.filter(Files::isRegularFile).toList()) {
        boolean isOfCommands = each.toString().contains("/core/trust/");
        if (!isOfCommands && naming.matcher(Files.readString(each)).find()) {
          found.add(each.getFileName().toString());
        }
      }
    }
    assertThat(found).containsExactlyInAnyOrder("ReferenceRouter.java", "WorkspacePath.java");
  }

  @Test
  void doesWithoutTheSdkOfMcp() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.modelcontextprotocol..", "reactor..", "org.reactivestreams..")
        .check(classes);
  }

  @Test
  void showsOfBothEndsOfMcpWhatOthersUse() {
    assertThat(classes.that(resideInAnyPackage(MCP, "dev.attache.server..")))
        .filteredOn(ArchitectureTest::isVisible)
        .filteredOn(type -> type.getEnclosingClass().isEmpty())
        .filteredOn(type -> !type.getSimpleName().equals("package-info"))
        .extracting(JavaClass::getName)
        .containsExactlyInAnyOrder(
            "dev.attache.mcp.Elicitation",
            "dev.attache.mcp.McpConnection",
            "dev.attache.mcp.McpException",
            "dev.attache.mcp.McpServer",
            "dev.attache.mcp.McpServerPolicy",
            "dev.attache.mcp.ServerText",
            "dev.attache.mcp.config.McpConfiguration",
            "dev.attache.mcp.pool.McpServers",
            "dev.attache.mcp.pool.MessageLimit",
            "dev.attache.mcp.tools.BridgeSettings",
            "dev.attache.mcp.tools.McpTool",
            "dev.attache.mcp.tools.McpTools",
            "dev.attache.mcp.tools.ProgressText",
            "dev.attache.mcp.wire.Message",
            "dev.attache.mcp.wire.MessageId",
            "dev.attache.mcp.wire.MessageLines",
            "dev.attache.server.ResourceServer",
            "dev.attache.server.ServerObserver",
            "dev.attache.server.ServerOptions",
            "dev.attache.server.SessionOpener",
            "dev.attache.server.http.HttpAccess",
            "dev.attache.server.http.HttpEndpoint",
            "dev.attache.server.http.HttpLimits",
            "dev.attache.server.http.HttpTransport",
            "dev.attache.server.watch.SourceChanges",
            "dev.attache.server.watch.SourceWatch");
  }

  @Test
  void showsOfTheLoadingOfHandlersWhatOthersUse() {
    assertThat(classes.that(resideInAPackage("dev.attache.jars")))
        .filteredOn(ArchitectureTest::isVisible)
        .filteredOn(type -> type.getEnclosingClass().isEmpty())
        .filteredOn(type -> !type.getSimpleName().equals("package-info"))
        .extracting(JavaClass::getName)
        .containsExactlyInAnyOrder(
            "dev.attache.jars.HandlerJar",
            "dev.attache.jars.HandlerJarException",
            "dev.attache.jars.JarManifest",
            "dev.attache.jars.KnownJars",
            "dev.attache.jars.ModelProviderException",
            "dev.attache.jars.ModelProviders",
            "dev.attache.jars.ResultRenderers");
  }

  @Test
  void makesClassLoadersForJarsOfOthersOnly() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.attache.jars")
        .should()
        .beAssignableTo(ClassLoader.class)
        .check(classes);
  }

  @Test
  void asksAClockOfTheProgramForTheTime() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.attache.core..",
            "dev.attache.budget..",
            "dev.attache.history..",
            "dev.attache.delivery..",
            "dev.attache.conversation..",
            "dev.attache.agent..",
            "dev.attache.server..",
            "dev.attache.store..",
            "dev.attache.micrometer..",
            "dev.attache.langchain4j..")
        .and()
        .doNotHaveSimpleName("Upload") // whose moment Snapshot.at sets
        .and()
        .doNotHaveSimpleName("StoreFormat") // of the date of files, as the system writes it
        .and()
        .doNotHaveSimpleName("EmbeddedMarks") // which compares it with such dates
        .and()
        .doNotHaveSimpleName("BlobDirectory") // of names that nobody else has
        .and()
        .doNotHaveSimpleName("ConversionCache") // of the dates of its files
        .should()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .because("a program may have a clock of its own")
        .check(classes);
  }

  @Test
  void knowsOfFilesOfConversationsInTheirStoreOnly() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.attache.history..", "dev.attache.delivery..", "dev.attache.conversation..")
        .and()
        .doNotHaveSimpleName("KeyedConsents") // whose key belongs to the user, not to the store
        .and()
        .doNotHaveSimpleName("TurnReferences") // which looks at the workspace
        .and()
        .doNotHaveFullyQualifiedName("dev.attache.delivery.names.UriNames") // of a program's own
        .and()
        .doNotHaveFullyQualifiedName("dev.attache.delivery.names.UriNames$Root")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.nio.file..", "java.nio.channels..")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.io.File")
        .check(classes);
    noClasses()
        .that()
        .resideOutsideOfPackages("dev.attache.store..", "dev.attache.benchmarks..")
        .and()
        .doNotHaveFullyQualifiedName("dev.attache.cli.workspace.ConversationPlace")
        .and()
        .resideOutsideOfPackage("dev.attache.facade")
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.attache.store..")
                .and(not(simpleName("OwnConversations")))) // its files, whichever store they are of
        .because("one place chooses which store it is, for the command and for programs")
        .check(classes);
  }

  @Test
  void dependsInTheApiAndItsSupportOnJacksonAndTheJdkOnly() {
    classes()
        .that()
        .resideInAnyPackage(API, SUPPORT)
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                API,
                SUPPORT,
                "java..",
                "javax.net", // of java.base
                "org.jspecify.annotations..",
                "com.fasterxml.jackson.."))
        .check(classes);
  }

  @Test
  void dependsInHandlersForFilesAndCommandsOnTheApiAndTheJdkOnly() {
    for (String handlers :
        List.of(
            "dev.attache.handlers.file..",
            "dev.attache.handlers.cmd..",
            "dev.attache.handlers.git..")) {
      classes()
          .that()
          .resideInAPackage(handlers)
          .and(doNot(haveJsonInTheirName()))
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(handlers, API, SUPPORT, "java..", "org.jspecify.annotations.."))
          .check(classes);
    }
  }

  @Test
  void keepsJsonToTheClassesThatAreAboutIt() {
    noClasses()
        .that(resideInAPackage(API))
        .and(doNot(haveJsonInTheirName()))
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.fasterxml.jackson..")
        .check(classes);
  }

  @Test
  void readsTomlInOneClassThatIsNotLoadedWithoutAFile() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("dev.attache.cli.config.TomlTables")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.fasterxml.jackson.dataformat.toml..")
        .check(classes);
  }

  /** Whether a module that connects us with a library shows a type of that library. */
  private static boolean isBridged(JavaClass type, JavaClass shown) {
    String library = BRIDGES.get(type.getPackageName());
    return library != null && shown.getPackageName().startsWith(library);
  }

  @Test
  void showsOnlyTypesOfTheJdkAndItsOwn() {
    Set<String> foreign = new TreeSet<>();
    for (JavaClass type : classes) {
      if (isVisible(type)) {
        visibleMembers(type)
            .flatMap(ArchitectureTest::types)
            .filter(shown -> !isJdkOrOwn(shown) && !isBridged(type, shown))
            .forEach(shown -> foreign.add(type.getName() + " shows " + shown.getName()));
      }
    }
    assertThat(foreign)
        .containsExactly(
            "dev.attache.resource.ResourceJson shows com.fasterxml.jackson.core.JsonGenerator",
            "dev.attache.resource.ResourceJson shows com.fasterxml.jackson.databind.JsonNode",
            "dev.attache.resource.json.JsonLine$Fields shows com.fasterxml.jackson.core.JsonGenerator",
            "dev.attache.resource.json.JsonTree shows com.fasterxml.jackson.core.JsonGenerator",
            "dev.attache.resource.json.JsonTree shows com.fasterxml.jackson.core.JsonParser",
            "dev.attache.resource.json.JsonTree shows com.fasterxml.jackson.databind.JsonNode",
            "dev.attache.resource.tool.ContentBlockJson shows com.fasterxml.jackson.databind.JsonNode",
            "dev.attache.resource.tool.ToolResponseJson shows com.fasterxml.jackson.databind.JsonNode",
            "dev.attache.support.json.JsonLines shows com.fasterxml.jackson.core.JsonGenerator",
            "dev.attache.support.json.JsonLines shows com.fasterxml.jackson.core.JsonParser",
            "dev.attache.support.json.PlainJson shows com.fasterxml.jackson.core.JsonGenerator",
            "dev.attache.support.json.PlainJson shows com.fasterxml.jackson.core.JsonParser");
  }

  @Test
  void showsNoTypeThatIsHidden() {
    Set<String> hidden = new TreeSet<>();
    for (JavaClass type : classes) {
      if (isVisible(type)) {
        visibleMembers(type)
            .flatMap(ArchitectureTest::types)
            .filter(shown -> shown.getPackageName().startsWith("dev.attache") && !isVisible(shown))
            .forEach(shown -> hidden.add(type.getName() + " shows " + shown.getName()));
      }
    }
    // The transport is there for the face of the server, whose access to it is for programs.
    assertThat(hidden)
        .containsExactly(
            "dev.attache.server.http.HttpTransport shows dev.attache.server.session.SessionSource");
  }

  @Test
  void printsInTheCommandLineOnly() {
    noClasses()
        .that(resideOutsideOfPackage(CLI))
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .orShould()
        .callMethod(Throwable.class, "printStackTrace")
        .check(classes.that(doNot(beBuildTools())));
    noClasses()
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .orShould()
        .callMethod(Throwable.class, "printStackTrace")
        .because("the command writes to the streams of its run")
        .check(classes.that(resideInAPackage(CLI)));
  }

  @Test
  void endsTheProcessInItsEntryPointsOnly() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("dev.attache.cli.Main")
        .and()
        .doNotHaveFullyQualifiedName("dev.attache.support.convert.ConversionWorker")
        .should()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "halt", int.class)
        .orShould()
        .callMethod(Runtime.class, "exit", int.class)
        .check(classes);
  }

  @Test
  void marksEveryPackageForNulls() {
    List<String> unmarked = new ArrayList<>();
    for (String name : packages()) {
      JavaPackage javaPackage = classes.getPackage(name);
      if (!javaPackage.isAnnotatedWith(NullMarked.class)) {
        unmarked.add(name);
      }
    }
    assertThat(unmarked).isEmpty();
    assertThat(packages())
        .contains("dev.attache.resource.spi", "dev.attache.types", "dev.attache.core.trust");
  }

  @Test
  void hasOnePublicClassInEachFamilyOfHandlers() {
    assertThat(classes.that(resideInAPackage(HANDLERS)))
        .filteredOn(ArchitectureTest::isVisible)
        .filteredOn(type -> !type.getSimpleName().equals("package-info"))
        .extracting(JavaClass::getName)
        .containsExactlyInAnyOrder(
            "dev.attache.handlers.cmd.CommandHandler",
            "dev.attache.handlers.cmd.ProgramTool", // a tool, with what it is made of
            "dev.attache.handlers.cmd.ProgramTool$Definition",
            "dev.attache.handlers.cmd.ProgramTool$Place",
            "dev.attache.handlers.file.FileHandler",
            "dev.attache.handlers.git.RepositoryHandler",
            "dev.attache.handlers.http.HttpHandler",
            "dev.attache.handlers.mcp.McpHandler");
  }

  @Test
  void exportsNothingOfTheCommandLine() {
    assertThat(Rooms.read().modules().get("cli")).noneMatch(Room::isExported);
  }

  @Test
  void namesClassesForWhatTheyHold() {
    noClasses()
        .should()
        .haveNameMatching(".*(Utils?|Helpers?|Manager|Impl|Misc|Common)(\\$.*)?")
        .check(classes);
  }

  private Set<String> packages() {
    Set<String> names = new TreeSet<>();
    classes.forEach(type -> names.add(type.getPackageName()));
    return names;
  }

  /** What runs while the project is built, and is in no jar. */
  private static DescribedPredicate<JavaClass> beBuildTools() {
    return DescribedPredicate.describe(
        "be build tools", type -> type.getName().endsWith("Generator"));
  }

  private static DescribedPredicate<JavaClass> haveJsonInTheirName() {
    return DescribedPredicate.describe(
        "have JSON in their name", type -> type.getName().contains("Json"));
  }

  /** Whether strangers may name it: it is public in an exported room. */
  private static boolean isVisible(JavaClass type) {
    return EXPORTED.contains(type.getPackageName())
        && type.getModifiers().contains(JavaModifier.PUBLIC)
        && type.getEnclosingClass().map(ArchitectureTest::isVisible).orElse(true);
  }

  private static Stream<? extends JavaMember> visibleMembers(JavaClass type) {
    return type.getMembers().stream()
        .filter(
            member ->
                member.getModifiers().contains(JavaModifier.PUBLIC)
                    || member.getModifiers().contains(JavaModifier.PROTECTED));
  }

  /** All types in the signature of a member, those of type arguments too. */
  private static Stream<JavaClass> types(JavaMember member) {
    Stream<JavaClass> own =
        member instanceof JavaCodeUnit code
            ? Stream.concat(
                code.getAllInvolvedRawTypes().stream(),
                code.getExceptionTypes().stream().flatMap(t -> t.getAllInvolvedRawTypes().stream()))
            : member.getAllInvolvedRawTypes().stream();
    return own.map(JavaClass::getBaseComponentType);
  }

  private static boolean isJdkOrOwn(JavaClass type) {
    return type.isPrimitive()
        || type.getPackageName().startsWith("java.")
        || type.getPackageName().equals("javax.net") // of java.base
        || type.getPackageName().startsWith("dev.attache.");
  }
}
