import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allTextFields } from '../../test/text-fields.ts'

test('addresses of posts and websites need no https:// wherever they are typed', async () => {
  const addresses = (await allTextFields()).filter(
    ({ part, name }) => part === 'body' && /(link|website|url)$/i.test(name),
  )
  expect(addresses.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['reportDeal body.link', 'proveDeliverable body.link', 'addCompany body.website']),
  )
  for (const { name, schema } of addresses) {
    expect([name, z.parse(schema, 'instagram.com/p/C8xYz')]).toEqual([name, 'https://instagram.com/p/C8xYz'])
  }
})
