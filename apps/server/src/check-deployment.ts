// sherpa check: runs all checks of a deployment. Exit code 1 if one fails.
import { checks } from './checks.ts'
import { BadSetting, type Config, readConfig } from './config.ts'
import { refuseMisspelledSettings } from './misspelled-settings.ts'

try {
  refuseMisspelledSettings(process.env)
  const failures = await runChecks(readConfig(process.env))
  process.exitCode = failures === 0 ? 0 : 1
} catch (error) {
  if (!(error instanceof BadSetting)) throw error
  console.error(`failed  settings: ${error.message}`)
  process.exitCode = 1
}

async function runChecks(config: Config) {
  console.log('ok      settings')
  let failures = 0
  for (const { name, run } of checks) {
    try {
      console.log(`ok      ${name}: ${await run(config)}`)
    } catch (error) {
      failures++
      const { message, code } = error as NodeJS.ErrnoException
      console.error(`failed  ${name}: ${message || code}`)
    }
  }
  return failures
}
