// npm run sample: creates a sample organization and prints a one-time link for each of its people. --remove deletes it.
import { roles } from '@sherpa/contracts/labels'
import { passwordLink } from './domains/accounts/one-time-links.ts'
import { createSampleService } from './domains/samples/samples.ts'
import { sampleParts } from './sample-parts.ts'
import { withDatabase } from './with-database.ts'

const removes = process.argv[2] === '--remove'
if (process.argv.length > 2 && !removes) {
  console.error('npm run sample makes a sample organization; npm run sample -- --remove removes it.')
  process.exit(1)
}

await withDatabase(async ({ database, platformUrl }) => {
  const sample = createSampleService({
    database,
    clock: () => new Date(),
    fill: sampleParts,
  })
  const made = await sample.invented()
  if (removes) {
    for (const organization of made) await sample.remove(organization)
    console.log(made.length > 0 ? 'The sample organization was removed.' : 'There is no sample organization.')
  } else if (made.length > 0) {
    console.log('There is a sample organization already: npm run sample -- --remove removes it.')
  } else {
    const { people } = await sample.make()
    console.log('The sample organization is made. On each page one chooses a password, once and within 24 hours:')
    for (const { id, name, email, role } of people) {
      const link = await passwordLink(database, { id, email }, platformUrl)
      console.log(`\n${name}, ${roles[role].toLowerCase()} (${email})\n${link}`)
    }
  }
})
