import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from './faults/eventually.ts'

const deploy = join(import.meta.dirname, '../../../deploy')
const hosts = ['www.sherpa.example', 'app.sherpa.example'] as const
/** The Debian packages. */
export const proxies = { nginx: 'nginx-light', haproxy: 'haproxy' }
export type ProxyName = keyof typeof proxies

export const isInstalled = (name: ProxyName) => spawnSync(name, ['-v']).status === 0

/** As after the installation of the packages, and of a certificate. */
const FOLDERS = ['etc/nginx/sherpa', 'etc/haproxy', 'var/lib/nginx', 'var/log/nginx', 'run']

/**
 * Starts a proxy with its example in deploy/, in a folder that stands for the root of a fresh Debian, on free ports of
 * loopback. `servers` are ports of one or two servers, each for the site and the platform.
 */
export async function startDeployedProxy(
  name: ProxyName,
  servers: number[],
  /** Applied last. */
  adapt = (config: string) => config,
) {
  const folder = await mkdtemp(join(tmpdir(), `${name}-`))
  for (const part of FOLDERS) await mkdir(join(folder, part), { recursive: true })
  await makeCertificate(folder)
  const [port = 0, securePort = 0, metricsPort] = await freePorts(3)
  const file = name === 'nginx' ? 'nginx.conf' : 'haproxy.cfg'
  const example = await readFile(join(deploy, file), 'utf8')
  const ported = withServers(example, servers).replaceAll('127.0.0.1:8404', `127.0.0.1:${metricsPort}`)
  const adapted =
    name === 'nginx' ? nginxIn(folder, ported, { port, securePort }) : haproxyIn(folder, ported, { port, securePort })
  const config = join(folder, file)
  await writeFile(config, adapt(adapted))
  if (name === 'nginx') await cp('/etc/nginx/mime.types', join(folder, 'etc/nginx/mime.types'))

  const args = name === 'nginx' ? ['-e', join(folder, 'start.log'), '-c', config] : ['-db', '-f', config]
  execFileSync(name, [...args, name === 'nginx' ? '-t' : '-c'], { stdio: 'pipe' })
  const child = spawn(name, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = once(child, 'exit')
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => output.push(String(text)))
  const isUp = () => isListening(port)
  if (!(await eventually(isUp, 10_000))) throw new Error(`${name} does not start: ${output.join('')}`)
  return {
    port,
    securePort,
    metricsPort,
    /** What it logged. */
    log: () => (name === 'nginx' ? readFile(join(folder, 'var/log/nginx/sherpa.log'), 'utf8') : output.join('')),
    errorLog: () => (name === 'nginx' ? readFile(join(folder, 'var/log/nginx/sherpa-error.log'), 'utf8') : ''),
    async stop() {
      child.kill('SIGTERM')
      await exited
      await rm(folder, { recursive: true })
    },
  }
}

async function isListening(port: number) {
  const socket = connect(port, '127.0.0.1')
  const listens = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return listens
}

function withServers(example: string, [first, second]: number[]) {
  const config = second === undefined ? example : example.replaceAll(/# (server \S* ?10\.0\.0\.2)/g, '$1')
  return config
    .replaceAll(/127\.0\.0\.1:300[01]/g, `127.0.0.1:${first}`)
    .replaceAll(/10\.0\.0\.2:300[01]/g, `127.0.0.1:${second}`)
}

type Ports = { port: number; securePort: number }

function nginxIn(folder: string, config: string, { port, securePort }: Ports) {
  return config
    .replace('worker_processes auto;', `worker_processes 2; daemon off; pid ${folder}/run/nginx.pid;`)
    .replace('user www-data;', process.getuid?.() === 0 ? 'user root;' : '')
    .replace(
      'http {',
      `http {\n${TEMPORARY.map((name) => `${name}_temp_path ${folder}/var/lib/nginx/${name};`).join('\n')}`,
    )
    .replaceAll(/^ +listen \[::\].*$/gm, '')
    .replaceAll('listen 80', `listen 127.0.0.1:${port}`)
    .replaceAll('listen 443', `listen 127.0.0.1:${securePort}`)
    .replaceAll(/ (\/(etc|var)\/)/g, ` ${folder}$1`)
}
/** Where Debian's nginx was built to keep these. */
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

function haproxyIn(folder: string, config: string, { port, securePort }: Ports) {
  return config
    .replace('log /dev/log local0', 'log stdout format raw local0')
    .replaceAll(/^ +(chroot|stats socket|user|group|maxconn) .*$/gm, '')
    .replace('bind :::80 v4v6', `bind 127.0.0.1:${port}`)
    .replace('bind :::443 v4v6', `bind 127.0.0.1:${securePort}`)
    .replaceAll(/ (\/etc\/)/g, ` ${folder}$1`)
}

async function makeCertificate(folder: string) {
  const [key, certificate] = [
    join(folder, 'etc/nginx/sherpa/key.pem'),
    join(folder, 'etc/nginx/sherpa/certificate.pem'),
  ]
  const names = hosts.map((host) => `DNS:${host}`).join()
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-days', '2']
  const subject = ['-subj', `/CN=${hosts[0]}`, '-addext', `subjectAltName=${names}`]
  execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', certificate], { stdio: 'pipe' })
  const both = await Promise.all([certificate, key].map((path) => readFile(path, 'utf8')))
  await writeFile(join(folder, 'etc/haproxy/sherpa.pem'), both.join(''))
}

export async function freePorts(count: number) {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(probes.map((probe) => once(probe, 'listening')))
  const ports = probes.map((probe) => (probe.address() as AddressInfo).port)
  await Promise.all(probes.map((probe) => new Promise((closed) => probe.close(closed))))
  return ports
}
