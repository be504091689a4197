// An agent of LangChain.js with the tools of MCP servers; it ends when its model calls none.
//
//   node langchain-agent.mjs CONFIGURATION BASE-URL QUESTION

import { readFile } from 'node:fs/promises';
import { HumanMessage } from '@langchain/core/messages';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { ChatOpenAI } from '@langchain/openai';

const [configuration, baseURL, question] = process.argv.slice(2);
const client = new MultiServerMCPClient(JSON.parse(await readFile(configuration, 'utf8')));
process.once('SIGINT', async () => {
  await client.close();
  process.exit(130);
});
const tools = await client.getTools();
const model = new ChatOpenAI({
  model: 'scripted',
  apiKey: 'none',
  configuration: { baseURL },
}).bindTools(tools);
const messages = [new HumanMessage(question)];

async function ask() {
  let answer; // not by invoke, which would fetch a vocabulary to count tokens
  for await (const chunk of await model.stream(messages)) {
    answer = answer?.concat(chunk) ?? chunk;
  }
  return answer;
}

let answer = await ask();
while (answer.tool_calls.length > 0) {
  messages.push(answer);
  for (const call of answer.tool_calls) {
    messages.push(await tools.find((tool) => tool.name === call.name).invoke(call));
  }
  answer = await ask();
}
console.log(answer.content);
await client.close();
