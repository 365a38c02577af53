import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { eventually } from '../faults/eventually.ts'

export const isHaproxyInstalled = () => spawnSync('haproxy', ['-v']).status === 0

/** Routes by the organization or cell that an address names, as in docs/operations-cells.md. */
export async function startHaproxy(directory: string, port: number, servers: Record<string, number>) {
  const [map, socket, config] = ['cells.map', 'admin.sock', 'haproxy.cfg'].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ]
  const cells = Object.keys(servers)
  await mkdir(directory, { recursive: true })
  await writeFile(map, cells.map((cell) => `${cell} ${cell}\n`).join(''))
  await writeFile(
    config,
    `global
  stats socket ${socket} mode 600 level admin
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
frontend web
  bind 127.0.0.1:${port}
  use_backend %[path,field(4,/),map(${map})]
  default_backend ${cells[0]}
${cells.map((cell) => `backend ${cell}\n  server ${cell} 127.0.0.1:${servers[cell]}`).join('\n')}
`,
  )
  const haproxy = spawn('haproxy', ['-db', '-f', config], { stdio: ['ignore', 'ignore', 'inherit'] })
  const exited = once(haproxy, 'exit')
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  if (!(await eventually(isUp, 10_000))) throw new Error('HAProxy does not start.')

  /** As `socat - UNIX-CONNECT:…`. */
  async function command(text: string) {
    const client = connect(socket)
    client.end(`${text}\n`)
    const answer = Buffer.concat(await client.toArray()).toString()
    return answer.trim()
  }

  return {
    /** Without a reload: no connection is cut. */
    async route(organization: string, cell: string) {
      if (await command(`set map ${map} ${organization} ${cell}`))
        await command(`add map ${map} ${organization} ${cell}`)
    },
    async stop() {
      haproxy.kill('SIGTERM')
      await exited
    },
  }
}
