// Vitest reporter that stores failures, so that `npm test` can repeat them at its end, and durations.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './prepare.mjs'
import { noteDurations } from './test-durations.mjs'

export const unitFailuresFile = join(root, '.data/unit-failures.txt')

export default class UnitReporter {
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
        if (state !== 'failed') continue
        lines.push(`failed: ${module.relativeModuleId} › ${test.fullName}: ${errors?.[0]?.message.split('\n')[0]}`)
      }
    }
    mkdirSync(dirname(unitFailuresFile), { recursive: true })
    writeFileSync(unitFailuresFile, lines.map((line) => `${line}\n`).join(''))
    noteDurations(modules.map((module) => [module.relativeModuleId, module.diagnostic().duration]))
  }
}
