// npm run bench:server: CPU time per GET of the landing page, compared with plain node:http that sends the same bytes.
import { Agent, get } from 'node:http'
import { median, startMeasured } from './site-server.ts'

const ROUNDS = 5
const REQUESTS = 20_000
const CONNECTIONS = 16
const GOAL = 1.3

const ours = await startMeasured('apps/server/src/server.ts')
const bare = await startMeasured('bench/bare-server.ts')
try {
  await microsecondsPerGet(ours)
  await microsecondsPerGet(bare)
  const rounds: { ours: number; bare: number }[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const measured = { ours: await microsecondsPerGet(ours), bare: await microsecondsPerGet(bare) }
    rounds.push(measured)
    console.log(
      `round ${round}: ${measured.ours.toFixed(1)} µs, bare ${measured.bare.toFixed(1)} µs, ratio ${(measured.ours / measured.bare).toFixed(2)}`,
    )
  }
  const ratio = median(rounds.map((round) => round.ours / round.bare))
  console.log(`median ratio ${ratio.toFixed(2)} (goal: at most ${GOAL})`)
} finally {
  await ours.stop()
  await bare.stop()
}

async function microsecondsPerGet({ url, cpuMs }: Awaited<ReturnType<typeof startMeasured>>) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const before = await cpuMs()
  let left = REQUESTS
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (left-- > 0) await fetchOnce(url, agent)
    }),
  )
  const after = await cpuMs()
  agent.destroy()
  return ((after - before) * 1000) / REQUESTS
}

function fetchOnce(url: string, agent: Agent) {
  return new Promise<void>((resolve, reject) => {
    get(url, { agent, headers: { 'Accept-Encoding': 'gzip, deflate, br' } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`Status ${response.statusCode}`))
      response.on('end', resolve).resume()
    }).on('error', reject)
  })
}
