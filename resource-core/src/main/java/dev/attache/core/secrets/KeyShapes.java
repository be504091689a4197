package dev.attache.core.secrets;

import java.util.List;

/**
 * The table of the shapes of keys: what their providers say of them, as far as the key tells by
 * itself what it is. A key that is known only by a word beside it ({@code password = …}) is none of
 * these: too much else looks like it.
 */
final class KeyShapes {

  /** What may stand between the lines of a key: their ends, escaped or not, and quotes. */
  private static final String BLANKS = "(?:\\s|\\\\[nrt]|[\"'+,;])*+";

  private static final String END = "(?![0-9A-Za-z])";

  /**
   * All others, each with a run of 18 characters or more of a key: letters, digits, {@code _-+/=~}.
   */
  static final List<KeyShape> ALL =
      List.of(
          // a block of PEM or OpenPGP, on lines of its own or in a string with escaped line ends
          shape(
              "a private key",
              "-----BEGIN",
              "[ A-Z0-9_-]{0,60}PRIVATE KEY(?: BLOCK)?-----"
                  + BLANKS
                  + "(?:[A-Z][A-Za-z-]{2,20}: [^\\n\\\\]{0,100}"
                  + BLANKS
                  + "){0,5}+[A-Za-z0-9+/]{40}"),
          shape("a PuTTY private key", "PuTTY-User-Key-File-", "\\d: (?s:.{0,1200}?)Private-Lines"),
          shape("an age secret key", "AGE-SECRET-KEY-1", "[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}"),
          // clouds
          shape("an AWS access key ID", "AKIA ASIA ABIA ACCA", "[A-Z2-7]{16}" + END),
          shape("an AWS access key ID", "A3T", "[A-Z0-9][A-Z2-7]{16}" + END),
          shape("an Amazon Bedrock key", "ABSK", "[A-Za-z0-9+/]{109}"),
          shape("an Amazon Bedrock key", "bedrock-api-key-", "YmVkcm9jay5hbWF6b25hd3MuY29t"),
          shape("an Alibaba Cloud access key ID", "LTAI", "[A-Za-z0-9]{20}" + END),
          shape("a Google API key", "AIza", "[\\w-]{35}(?![\\w-])"),
          shape("a DigitalOcean token", "dop_v1_ doo_v1_ dor_v1_", "[a-f0-9]{64}" + END),
          shape("a Fly.io token", "fo1_", "[\\w-]{43}"),
          shape("a Fly.io token", "fm1a_ fm1r_ fm2_", "[A-Za-z0-9+/]{100}"),
          shape("a Heroku key", "HRKU-AA", "[\\w-]{58}"),
          shape("a Scalingo token", "tk-us-", "[\\w-]{48}"),
          shape("a Yandex Cloud key", "AQVN", "[\\w-]{35,38}(?![\\w-])"),
          shape("a Cloudflare origin CA key", "v1.0-", "[a-f0-9]{24}-[a-f0-9]{146}" + END),
          shape("an OpenShift token", "sha256~", "[\\w-]{43}(?![\\w-])"),
          // code and packages
          shape("a GitHub token", "ghp_ gho_ ghu_ ghs_ ghr_", "[0-9A-Za-z]{36}" + END),
          shape("a GitHub token", "github_pat_", "\\w{82}"),
          shape("a GitLab token", "glpat- gldt- glft- glsoat- glrt- glffct-", "[\\w-]{20}"),
          shape("a GitLab token", "glpat- glrt-t", "[\\w-]{27,300}\\.[0-9a-z]{9}" + END),
          shape("a GitLab token", "glcbt-", "[0-9A-Za-z]{1,5}_[\\w-]{20}"),
          shape("a GitLab token", "glimt-", "[\\w-]{25}"),
          shape("a GitLab token", "glagent-", "[\\w-]{50}"),
          shape("a GitLab token", "gloas-", "[\\w-]{64}"),
          shape("a GitLab token", "glptt-", "[0-9a-f]{40}" + END),
          shape("a GitLab token", "GR1348941", "[\\w-]{20}"),
          shape("a GitLab session", "_gitlab_session=", "[0-9a-z]{32}"),
          shape("an npm token", "npm_", "[A-Za-z0-9]{36}" + END),
          shape("a PyPI token", "pypi-AgEIcHlwaS5vcmc", "[\\w-]{50}"),
          shape("a RubyGems key", "rubygems_", "[a-f0-9]{48}" + END),
          shape("a Clojars token", "CLOJARS_", "[A-Za-z0-9]{60}"),
          shape("an Artifactory key", "AKCp", "[A-Za-z0-9]{69}" + END),
          shape("an Artifactory token", "cmVmd", "[A-Za-z0-9]{59}" + END),
          shape(
              "a Sourcegraph token",
              "sgp_",
              "(?:(?:[a-fA-F0-9]{16}|local)_)?[a-fA-F0-9]{40}" + END),
          shape("a SonarQube token", "squ_ sqp_ sqa_", "[a-f0-9]{40}" + END),
          shape("a Postman key", "PMAK-", "[A-Fa-f0-9]{24}-[A-Fa-f0-9]{34}" + END),
          shape("an Octopus Deploy key", "API-", "[A-Z0-9]{26}" + END),
          // secrets and infrastructure
          shape("a HashiCorp Vault token", "hvs.", "[\\w-]{90}"),
          shape("a HashiCorp Vault token", "hvb.", "[\\w-]{138}"),
          shape(
              "a 1Password secret key",
              "A3-",
              "[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}" + END),
          shape("a 1Password token", "ops_eyJ", "[A-Za-z0-9+/]{250}"),
          shape("a Doppler token", "dp.pt.", "[A-Za-z0-9]{43}" + END),
          shape("a Pulumi token", "pul-", "[a-f0-9]{40}" + END),
          shape("a Databricks token", "dapi", "[a-f0-9]{32}(?:-\\d)?" + END),
          shape("a PlanetScale key", "pscale_tkn_ pscale_oauth_ pscale_pw_", "[\\w=.-]{32}"),
          shape("a Prefect key", "pnu_", "[A-Za-z0-9]{36}" + END),
          shape("an Infracost key", "ico-", "[A-Za-z0-9]{32}" + END),
          shape("a ClickHouse Cloud key", "4b1d", "[A-Za-z0-9]{38}" + END),
          shape("a Tailscale key", "tskey-", "[a-z]{3,10}-[A-Za-z0-9]{6,20}-[A-Za-z0-9]{20,40}"),
          shape("a SettleMint token", "sm_aat_ sm_pat_ sm_sat_", "[A-Za-z0-9]{16}" + END),
          // monitoring
          shape("a Grafana key", "eyJrIjoi", "[A-Za-z0-9]{70}"),
          shape("a Grafana token", "glc_", "[A-Za-z0-9+/]{32}"),
          shape("a Grafana token", "glsa_", "[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}" + END),
          shape("a Dynatrace token", "dt0c01.", "[A-Za-z0-9]{24}\\.[A-Za-z0-9]{64}" + END),
          shape("a New Relic key", "NRAK-", "[A-Z0-9]{27}" + END),
          shape("a Sentry token", "sntryu_", "[a-f0-9]{64}" + END),
          shape("a Sentry token", "sntrys_", "[A-Za-z0-9+/]{20,500}={0,2}_[A-Za-z0-9+/]{43}"),
          // models
          shape("an Anthropic key", "sk-ant-api03- sk-ant-admin01-", "[\\w-]{93}AA(?![\\w-])"),
          shape("an OpenAI key", "sk-", "[A-Za-z0-9_-]{20,90}T3BlbkFJ[A-Za-z0-9_-]{20,80}"),
          shape("a Hugging Face token", "hf_ api_org_", "[A-Za-z]{34}" + END),
          shape("a Perplexity key", "pplx-", "[A-Za-z0-9]{48}" + END),
          // work
          shape("a Slack token", "xoxb- xoxp- xoxe-", "[0-9]{8,14}-[0-9A-Za-z-]{10}"),
          shape("a Slack token", "xoxe- xoxe.xoxb- xoxe.xoxp-", "\\d-[A-Z0-9]{140}"),
          shape("a Slack token", "xoxo- xoxs-", "\\d+-\\d+-\\d+-[A-Fa-f0-9]+"),
          shape("a Slack token", "xoxa- xoxr-", "(?:\\d-)?[0-9A-Za-z]{8,48}"),
          shape("a Slack token", "xapp-", "\\d-[A-Z0-9]+-\\d+-[a-z0-9]+"),
          shape(
              "a Slack webhook",
              "hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/",
              "[A-Za-z0-9+/]{43}"),
          shape("a Linear key", "lin_api_", "[A-Za-z0-9]{40}" + END),
          shape("a Notion token", "ntn_", "[0-9]{11}[A-Za-z0-9]{35}" + END),
          shape("an Adobe secret", "p8e-", "[A-Za-z0-9]{32}" + END),
          shape("a ReadMe key", "rdme_", "[a-z0-9]{70}" + END),
          shape("a Frame.io token", "fio-u-", "[\\w=-]{64}"),
          shape("a Typeform token", "tfp_", "[\\w=.-]{59}"),
          shape(
              "a Microsoft Teams webhook",
              ".webhook.office.com/webhookb2/",
              "[a-z0-9@-]{60,90}/IncomingWebhook/[a-z0-9]{32}/[a-z0-9-]{36}"),
          shape("an Intra 42 secret", "s-s4t2ud- s-s4t2af-", "[a-f0-9]{64}" + END),
          // money, shops, mail
          shape(
              "a Stripe key",
              "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_",
              "[A-Za-z0-9]{10,99}" + END),
          shape("a Square token", "EAAA", "[\\w-]{56,64}" + END),
          shape("a Square token", "sq0atp- sq0csp-", "[\\w-]{22}"),
          shape("a Shopify token", "shpat_ shpca_ shppa_ shpss_", "[a-fA-F0-9]{32}" + END),
          shape("a Shippo token", "shippo_live_ shippo_test_", "[a-fA-F0-9]{40}" + END),
          shape("a Duffel token", "duffel_test_ duffel_live_", "[\\w=-]{43}"),
          shape("an EasyPost key", "EZAK EZTK", "[A-Za-z0-9]{54}" + END),
          shape("a Flutterwave key", "FLWSECK_TEST- FLWPUBK_TEST-", "[A-Ha-h0-9]{12,32}"),
          shape("a Facebook page token", "EAAM EAAC", "[A-Za-z0-9]{100}"),
          shape("a SendGrid key", "SG.", "[\\w=.-]{66}"),
          shape("a Sendinblue key", "xkeysib-", "[a-f0-9]{64}-[A-Za-z0-9]{16}" + END));

  private KeyShapes() {}

  private static KeyShape shape(String name, String beginnings, String rest) {
    return new KeyShape(name, beginnings, rest);
  }
}
