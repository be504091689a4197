<#-- One line a library, in the order of their names. -->
The archive of Attaché contains these libraries. Those under the Apache License 2.0 come under the
terms in LICENSE, the others under those in licenses/.

<#list dependencyMap as entry>
<#assign project = entry.getKey()/>
<#assign licenses = entry.getValue()/>
${project.groupId}:${project.artifactId}:${project.version} - <#list licenses as license>${license}<#if license_has_next>, </#if></#list>
</#list>
