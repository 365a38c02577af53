// npm run staff:add -- person@sherpa.example: grants staff access and prints a one-time link to set a password.
import { emailAddress } from '@sherpa/contracts/account'
import { commandLine } from './command-line.ts'
import { addStaff } from './domains/accounts/add-staff.ts'
import { withDatabase } from './with-database.ts'

const email = emailAddress.safeParse(process.argv[2])
if (!email.success) {
  console.error(`Name a person: ${commandLine('staff:add', 'person@sherpa.example')}`)
  process.exit(1)
}

await withDatabase(async (parts) => {
  const { created, link } = await addStaff(email.data, parts)
  console.log(`${email.data} is ${created ? 'now' : 'registered, and now'} one of our staff.`)
  console.log(
    `On this page they ${created ? 'enter their name and ' : ''}choose a password, once and within 24 hours:\n${link}`,
  )
})
