import { askAs, chooseFor, enter, heading, inDatabase, type Member, makeTeam, PLATFORM, test } from './platform'
import { expect, expectAccessible } from './site'

test.use({ expectedErrors: /responded with a status of 422/ })

test('a removed agent’s deals go to a colleague, and move back when the agent returns', { tag: '@quick' }, async ({
  page,
  openBeside,
  request,
}) => {
  const { owner, organization, members } = await makeTeam(
    request,
    { name: 'Jo Park', role: 'agent' },
    { name: 'Mateo Rivas', role: 'agent' },
    { name: 'Dana Reyes', role: 'coach' },
  )
  const [jo, mateo] = members as [Member, Member]
  const ask = <Answer = { id: string }>(by: Member, path: string, data: object) =>
    askAs<Answer>(request, by, 'post', `organizations/${organization}/${path}`, data)
  const facts = { givenName: 'Theo', familyName: 'Lind', birthDate: '2004-03-03', level: 'college', stage: 'signed' }
  const athlete = await ask(jo, 'athletes', facts)
  const company = await ask(owner, 'companies', { name: 'Lumen Oat', kind: 'brand' })
  const deal = await ask(jo, 'deals', { athleteId: athlete.id, companyId: company.id, kind: 'nil', title: 'Fall line' })
  await enter(page, owner, `/organizations/${organization}/people`)

  await test.step('the dialog names the work and asks who receives it', async () => {
    await chooseFor(page, 'Jo Park', 'Remove')
    const dialog = page.getByRole('dialog', { name: 'Remove Jo Park and hand over the work' })
    await expect(dialog.getByRole('link', { name: 'Athletes' })).toBeVisible()
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Deals as lead' })).toContainText('Fall line')
    await expectAccessible(page)
    // Someone who cannot open the deal is refused by name, and the dialog stays.
    await dialog.getByLabel('Deals as lead to').selectOption('Dana Reyes')
    await dialog.getByRole('button', { name: 'Hand over and remove' }).click()
    await expect(dialog.getByText('Dana Reyes can’t open Fall line. Choose someone else.')).toBeVisible()
    await dialog.getByLabel('Everything to').selectOption('Mateo Rivas')
    await dialog.getByRole('button', { name: 'Hand over and remove' }).click()
    await expect(page.getByText('Jo Park was removed')).toBeVisible()
    await expect(page.getByText('Invite them again first')).toBeVisible()
  })

  await test.step('the colleague is told and leads the deal', async () => {
    const beside = await openBeside()
    await enter(beside, mateo, `/organizations/${organization}/deals/${deal.id}`)
    await expect(heading(beside, /Fall line/)).toBeVisible()
    await beside.getByRole('button', { name: /^Notifications/ }).click()
    await expect(beside.getByText('Olive Owner handed over to you: 1 athlete and 1 deal')).toBeVisible()
  })

  await test.step('what nobody touched moves back', async () => {
    await inDatabase((client) =>
      client.query(
        "insert into memberships (organization_id, user_id, role) select $1, id, 'agent' from users where email = $2",
        [organization, jo.email],
      ),
    )
    await page.reload()
    await page.getByRole('button', { name: 'Move back the work of Jo Park' }).click()
    await expect(page.getByText('1 athlete and 1 deal moved back to Jo Park.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Move back the work of Jo Park' })).toHaveCount(0)
    await page.goto(`${PLATFORM}/organizations/${organization}/deals/${deal.id}`)
    await expect(page.getByText('Jo Park').first()).toBeVisible()
  })
})
