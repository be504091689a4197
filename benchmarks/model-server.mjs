// A model on the loopback interface that takes its time, for `benchmarks/run tenants`.
//
//   node model-server.mjs MILLISECONDS
//
// It speaks OpenAI's Chat Completions. MILLISECONDS after a request has come it begins to answer, in
// pieces if it is asked for a stream. The answer is all marks of the form <<...>> that the request has, each
// once, in order: so a client that has mixed up two conversations shows it. GET /counts says how many
// requests and connections there were, and how many were waiting at most.
//
// Prints its port, and runs until it is killed.

import { createServer } from 'node:http'

const pause = Number(process.argv[2])
const counts = { requests: 0, connections: 0, waiting: 0, most: 0 }

function answer(body) {
  return [...new Set(body.match(/<<[^<>]*>>/g))].join(' ')
}

function piece(fields) {
  return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'm', ...fields })}\n\n`
}

const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 }

function whole(text) {
  const message = { role: 'assistant', content: text }
  const choices = [{ index: 0, message, finish_reason: 'stop' }]
  return JSON.stringify({ id: 'c', object: 'chat.completion', model: 'm', choices, usage })
}

function streamed(text) {
  const half = text.length >> 1
  return (
    piece({ choices: [{ index: 0, delta: { role: 'assistant', content: text.slice(0, half) } }] }) +
    piece({ choices: [{ index: 0, delta: { content: text.slice(half) } }] }) +
    piece({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }) +
    piece({ choices: [], usage }) +
    'data: [DONE]\n\n'
  )
}

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(counts) + '\n')
    return
  }
  counts.requests++
  counts.most = Math.max(counts.most, ++counts.waiting)
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (part) => (body += part))
  request.on('end', () =>
    setTimeout(() => {
      counts.waiting--
      const isStream = JSON.parse(body).stream === true
      response.setHeader('Content-Type', isStream ? 'text/event-stream' : 'application/json')
      response.end(isStream ? streamed(answer(body)) : whole(answer(body)))
    }, pause)
  )
})
server.on('connection', () => counts.connections++)
server.keepAliveTimeout = 120_000
server.listen({ host: '127.0.0.1', port: 0, backlog: 4096 }, () => console.log(server.address().port))
