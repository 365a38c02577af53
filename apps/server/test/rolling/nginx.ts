import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export function isNginxInstalled() {
  return spawnSync('nginx', ['-v']).status === 0
}

/** Two servers behind nginx on loopback. Servers leave and return by a reload. */
export async function startNginx(directory: string, port: number, servers: number[]) {
  const down = new Set<number>()
  const config = join(directory, 'nginx.conf')
  await mkdir(directory, { recursive: true })
  await write()
  const nginx: ChildProcess = spawn('nginx', ['-c', config], { stdio: 'inherit' })
  await pause(500)

  async function write() {
    const upstream = servers.map((server) => `server 127.0.0.1:${server}${down.has(server) ? ' down' : ''};`)
    await writeFile(
      config,
      `daemon off;
      ${process.getuid?.() === 0 ? 'user root;' : ''}
      worker_processes 2;
      worker_shutdown_timeout 300s;
      pid ${directory}/nginx.pid;
      error_log ${directory}/error.log;
      events { worker_connections 512; }
      http {
        access_log off;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${directory}/${name};`).join(' ')}
        client_max_body_size 50m;
        upstream sherpa {
          ${upstream.join(' ')}
          keepalive 32;
          # Shorter than the drain: nginx closes idle connections before the server does.
          keepalive_timeout 3s;
        }
        server {
          listen 127.0.0.1:${port};
          location / {
            proxy_pass http://sherpa;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_buffering off;
            # A POST or PATCH that was sent is not resent.
            proxy_next_upstream error timeout;
          }
        }
      }`,
    )
  }

  async function reload() {
    await write()
    nginx.kill('SIGHUP')
    await pause(1000)
  }

  return {
    async takeOut(server: number) {
      down.add(server)
      await reload()
    },
    async putBack(server: number) {
      down.delete(server)
      await reload()
    },
    async stop() {
      nginx.kill('SIGTERM')
      await once(nginx, 'exit')
    },
  }
}
