import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Driver, Engine, Key, Element as PageElement } from './driver.ts'
import { freePort } from './free-port.ts'

/** WebDriver's element identifier and key codes. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const keys: Record<Key, string> = { Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004' }

/** Minimum window width of WebKitGTK. */
const MIN_WIDTH = 447

type Programs = { driver: string; browser: string; display: string }

/** WebKitGTK's MiniBrowser through WebDriver, on an Xvfb display. */
export async function startWebKit(programs: Programs): Promise<Engine> {
  const home = await mkdtemp(join(tmpdir(), 'webkit-'))
  await mkdir(join(home, 'gtk-3.0'))
  await writeFile(join(home, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
  const xvfb = spawn(programs.display, ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [display] = await once(createInterface(xvfb.stdout), 'line')
  const env = {
    ...process.env,
    DISPLAY: `:${display}`,
    GDK_BACKEND: 'x11',
    XDG_CONFIG_HOME: home,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CACHE_HOME: join(home, 'cache'),
    GSETTINGS_BACKEND: 'memory',
    NO_AT_BRIDGE: '1',
    LIBGL_ALWAYS_SOFTWARE: '1',
  }
  return {
    open: (size) => openWindow(programs, env, size),
    close: async () => {
      await endProcess(xvfb)
      // Retries: browser processes may still write to their caches.
      await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

/** A driver has one session, so each window is a separate browser. */
async function openWindow(programs: Programs, env: NodeJS.ProcessEnv, size: { width: number; height: number }) {
  const port = await freePort()
  const driver = spawn(programs.driver, [`--port=${port}`], { env, stdio: 'ignore' })
  const server = `http://127.0.0.1:${port}`
  await waitUntilReady(`${server}/status`)
  const { sessionId } = await ask<{ sessionId: string }>(`${server}/session`, {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary: programs.browser, args: ['--automation'] },
      },
    },
  })
  const session = `${server}/session/${sessionId}`
  await ask(`${session}/window/rect`, { x: 0, y: 0, width: Math.max(size.width, MIN_WIDTH), height: size.height })
  const end = async () => {
    await ask(session, undefined, 'DELETE').catch(() => undefined)
    await endProcess(driver)
  }
  return driverOf(session, end)
}

function driverOf(session: string, close: () => Promise<void>): Driver {
  const errors: string[] = []
  const run = <Result>(source: string, args: readonly unknown[]) =>
    ask<Result>(`${session}/execute/sync`, { script: `(${watchConsole})(); return (${source})(...arguments)`, args })
  const collect = async () => void errors.push(...(await run<string[]>(takeErrors.toString(), [])))
  return {
    goto: async (address) => {
      await collect()
      await ask(`${session}/url`, { url: address })
      await run('() => null', [])
    },
    evaluate: run,
    findElement: async (source, args) => {
      const found = await run<{ [ELEMENT]: string } | null>(source, args)
      return found ? elementOf(`${session}/element/${found[ELEMENT]}`) : undefined
    },
    press: async (key) => {
      const value = keys[key]
      const actions = [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]
      await ask(`${session}/actions`, { actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    screenshot: async () => Buffer.from(await ask<string>(`${session}/screenshot`, undefined, 'GET'), 'base64'),
    errors: async () => {
      await collect()
      return errors
    },
    close,
  }
}

/**
 * Runs in each document after loading: records console errors, because the driver has no log.
 * Session storage keeps them across navigations.
 */
function watchConsole() {
  if ('watched' in window || location.protocol === 'about:') return
  Object.assign(window, { watched: true })
  const note = (text: string) => {
    const noted = JSON.parse(sessionStorage.getItem('e2e.errors') ?? '[]')
    sessionStorage.setItem('e2e.errors', JSON.stringify([...noted, text]))
  }
  // Navigation aborts pending requests.
  let isLeft = false
  addEventListener('beforeunload', () => {
    isLeft = true
  })
  addEventListener(
    'error',
    (event) => isLeft || note(event.message ?? `Not loaded: ${(event.target as Element).outerHTML}`),
    true,
  )
  addEventListener('unhandledrejection', ({ reason }) => note(String(reason)))
  addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) =>
    note(`Refused by the Content-Security-Policy: ${blockedURI} (${effectiveDirective})`),
  )
  const { error } = console
  console.error = (...said: unknown[]) => {
    note(said.join(' '))
    error(...said)
  }
}

function takeErrors() {
  if (location.protocol === 'about:') return []
  const noted: string[] = JSON.parse(sessionStorage.getItem('e2e.errors') ?? '[]')
  sessionStorage.removeItem('e2e.errors')
  return noted
}

function elementOf(address: string): PageElement {
  return {
    click: () => ask(`${address}/click`, {}),
    type: (text) => ask(`${address}/value`, { text }),
    setFile: (path) => ask(`${address}/value`, { text: path }),
  }
}

async function ask<Value>(address: string, body?: object, method: 'GET' | 'POST' | 'DELETE' = 'POST'): Promise<Value> {
  const answer = await fetch(address, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } }
  if (!answer.ok) throw new Error(`${value.error}: ${value.message}`)
  return value
}

async function waitUntilReady(address: string) {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (
      await fetch(address).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('WebKitWebDriver does not answer.')
}

async function endProcess(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill()
  await exit
}
