// A reporter for Vitest: what failed, or passed at the second try only, so that `npm test` can say it again at its very end.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './prepare.mjs'

export const unitFailuresFile = join(root, '.data/unit-failures.txt')

export default class UnitFailures {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly { message?: string, stack?: string }[]} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    const lines = unhandled.map(({ message, stack }) => `unhandled: ${stack ?? message}`)
    for (const module of modules) {
      for (const { message } of module.errors()) lines.push(`failed: ${module.relativeModuleId}: ${message}`)
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        const secondTry = (test.diagnostic()?.retryCount ?? 0) > 0
        if (state !== 'failed' && !secondTry) continue
        const why = errors?.[0]?.message.split('\n')[0]
        lines.push(`${state === 'failed' ? 'failed' : 'flaky'}: ${module.relativeModuleId} › ${test.fullName}: ${why}`)
      }
    }
    mkdirSync(dirname(unitFailuresFile), { recursive: true })
    writeFileSync(unitFailuresFile, lines.map((line) => `${line}\n`).join(''))
  }
}
