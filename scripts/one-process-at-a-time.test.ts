import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

let folder: string
let turns: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turns-'))
  turns = join(folder, 'turns')
  return () => rm(folder, { recursive: true })
})

/** Starts a process that holds the lock until the file "go" exists. */
function begin(name: string) {
  const module = JSON.stringify(join(import.meta.dirname, 'one-process-at-a-time.mjs'))
  const program = `
    const { oneProcessAtATime } = await import(${module})
    const { appendFileSync, existsSync } = await import('node:fs')
    const say = (what) => appendFileSync(process.argv[1] + '/log', process.argv[2] + ' ' + what + '\\n')
    oneProcessAtATime(process.argv[1] + '/turns', () => {
      say('begins')
      while (!existsSync(process.argv[1] + '/go')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
      say('ends')
    }, () => say('waits'))`
  const worker = spawn(process.execPath, ['--input-type=module', '-e', program, folder, name], { stdio: 'inherit' })
  onTestFinished(() => void worker.kill('SIGKILL'))
  return { worker, exit: once(worker, 'exit') }
}

const go = () => writeFile(join(folder, 'go'), '')
const log = async () => (existsSync(join(folder, 'log')) ? await readFile(join(folder, 'log'), 'utf8') : '')

test('the second process waits for the first', async () => {
  const first = begin('first')
  await expect.poll(log, { timeout: 10_000 }).toBe('first begins\n')
  const second = begin('second')
  await expect.poll(log, { timeout: 10_000 }).toBe('first begins\nsecond waits\n')
  await go()
  await Promise.all([first.exit, second.exit])
  expect(await log()).toBe('first begins\nsecond waits\nfirst ends\nsecond begins\nsecond ends\n')
  expect(await readdir(turns)).toEqual([])
})

test('concurrent processes run one at a time, and each gets its turn', async () => {
  await go()
  const names = ['a', 'b', 'c', 'd']
  await Promise.all(names.map((name) => begin(name).exit))
  const worked = (await log()).split('\n').filter((line) => /begins|ends/.test(line))
  expect(worked).toHaveLength(8)
  for (let turn = 0; turn < worked.length; turn += 2) {
    expect(worked[turn + 1]).toBe(worked[turn]?.replace('begins', 'ends'))
  }
})

test('a killed process releases the lock', async () => {
  const killed = begin('killed')
  await expect.poll(log, { timeout: 10_000 }).toContain('killed begins')
  killed.worker.kill('SIGKILL')
  await killed.exit
  expect(await readdir(turns)).toHaveLength(1)
  await go()
  await begin('next').exit
  expect(await log()).toBe('killed begins\nnext begins\nnext ends\n')
  expect(await readdir(turns)).toEqual([])
})

test.runIf(existsSync('/proc/self/stat'))('a reused pid does not keep the lock', async () => {
  await mkdir(turns)
  await writeFile(join(turns, `${process.pid}-1`), '')
  await go()
  await begin('next').exit
  expect(await log()).toBe('next begins\nnext ends\n')
})
