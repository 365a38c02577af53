import { hostname } from 'node:os'
import { release } from './release.ts'

/** The levels of the log, as pino numbers them. */
const levels = { info: 30, warn: 40, error: 50, fatal: 60 }

/** Whether a person reads along. Otherwise all output is JSON lines, like the log. */
const inTerminal = process.stdout.isTTY && process.stderr.isTTY

export const announce = {
  info: (message: string) => write('info', message),
  warn: (message: string) => write('warn', message),
  error: (error: unknown) => write('error', error),
}

/** What Node would print as text: warnings, and the error that ends the process. */
export function announceProcessEvents() {
  if (inTerminal) return
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message }) => write('warn', `${name}: ${message}`))
  process.on('uncaughtException', (error) => {
    write('fatal', error)
    process.exit(1)
  })
}

function write(level: keyof typeof levels, what: unknown) {
  const print = level === 'info' ? console.log : level === 'warn' ? console.warn : console.error
  print(inTerminal ? what : jsonLine(level, what))
}

function jsonLine(level: keyof typeof levels, what: unknown) {
  const { message, stack } = what instanceof Error ? what : { message: String(what), stack: undefined }
  // One sentence: lines that are aligned for a terminal are joined.
  const msg = message.replace(/\n\s+/g, ' ').replace(/ {2,}/g, ' ')
  const from = { pid: process.pid, hostname: hostname(), release }
  return JSON.stringify({ level: levels[level], time: Date.now(), ...from, msg, stack })
}
