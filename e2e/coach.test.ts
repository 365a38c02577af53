import { addDays, dayIn } from '@sherpa/contracts/days'
import { askAs, enter, heading, type Member, makeSignedDeal, makeTeam, PLATFORM, test } from './platform'
import { expectAccessibleAndResponsive } from './screen-checks'
import { expect } from './site'

test('a coach logs a note and a measurement on a phone, sees when the athlete is away, and nothing about deals', async ({
  page,
  request,
}) => {
  const { owner, organization, members } = await makeTeam(request, { name: 'Dana Whitlock', role: 'coach' })
  const [coach] = members as [Member]
  const ask = (path: string, data: object) =>
    askAs<{ id: string }>(request, owner, 'post', `organizations/${organization}/${path}`, data)
  const facts = { givenName: 'Mina', familyName: 'Vale', level: 'college', stage: 'signed' }
  const { id: athlete } = await ask('athletes', facts)
  const { id: company } = await ask('companies', { name: 'Halden', kind: 'brand' })
  const away = { from: '10:00', until: '12:30' }
  const dueOn = addDays(dayIn(new Date().toISOString(), 'America/New_York'), 3)
  const shoot = {
    id: crypto.randomUUID(),
    title: 'Secret shoot',
    platform: null,
    count: 1,
    dueOn,
    disclosureTag: null,
    away,
  }
  await makeSignedDeal({ organization, athlete, company, terms: { deliverables: [shoot] } })

  await enter(page, coach, `/organizations/${organization}/athletes/${athlete}`)
  await page.setViewportSize({ width: 360, height: 800 })
  await expect(heading(page, 'Mina Vale')).toBeVisible()
  await expect(page.getByText('Away 10:00 AM to 12:30 PM')).toBeVisible()

  await test.step('writes a note and changes it', async () => {
    await page.getByLabel('Write a note').fill('Strong finish')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Strong finish')).toBeVisible()
    await page.getByRole('button', { name: 'Change this entry' }).click()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Notes').fill('Very strong finish')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Very strong finish')).toBeVisible()
    await expect(page.getByText('Edited', { exact: true })).toBeVisible()
  })

  await test.step('adds a measurement', async () => {
    await page.getByRole('button', { name: 'Add measurement' }).click()
    await page.getByRole('dialog').getByLabel('Value').fill('178 cm')
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
    await expect(page.getByRole('button', { name: 'Height: all values' })).toBeVisible()
    await expect(page.getByText(/Secret|Halden/)).toHaveCount(0)
    await expectAccessibleAndResponsive(page)
  })

  await test.step('sees the athlete as away on the calendar', async () => {
    await page.goto(`${PLATFORM}/organizations/${organization}/calendar?month=${dueOn.slice(0, 7)}`)
    await expect(page.getByRole('link', { name: 'Mina Vale' })).toBeVisible()
    await expect(page.getByText('Away 10:00 AM to 12:30 PM')).toBeVisible()
    await expect(page.getByText(/Secret|Halden|Deliverables/)).toHaveCount(0)
    await expectAccessibleAndResponsive(page)
  })
})
