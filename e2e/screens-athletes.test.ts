import type { APIRequestContext } from '@playwright/test'
import { askAs, enter, type Member, makeAccount, makeOrganization, PLATFORM, test, visit } from './platform'
import { expectAccessibleAndResponsive, expectScreen } from './screen-checks'
import { expect } from './site'

test.use({ expectedErrors: /responded with a status of (404|410)|net::ERR_FAILED/ })

test('athletes and their settings are accessible and responsive, also with long names', async ({ page, request }) => {
  const owner = await makeAccount()
  const organization = await makeOrganization(request, owner)
  const at = (path: string) => `${PLATFORM}/organizations/${organization}${path}`
  await enter(page, owner, `/organizations/${organization}/athletes`)
  await expect(page.getByText('No athletes yet')).toBeVisible()
  await expectScreen(page, 'Athletes')
  await addLongNamedAthletes(request, owner, organization)
  // Its end is the first date of an organization without deals.
  const invited = {
    email: 'bartholomew.featherstonehaugh@the-extraordinarily-long-named-agency.example',
    role: 'agent',
  }
  await askAs(request, owner, 'post', `organizations/${organization}/invitations`, invited)
  await visit(page, at(''))
  await expect(page.getByRole('heading', { name: 'Next 14 days' })).toBeVisible()
  await expectScreen(page, 'Ridgeline Sports', { standsFor: 'home' })
  await visit(page, at('/athletes?stage=signed,recruiting&level=high-school'))
  await page.getByLabel('Select Maximiliana-Alexandra Featherstonehaugh-Cholmondeley').first().check()
  await page.getByRole('button', { name: 'Tag', exact: true }).click()
  await expectScreen(page, 'Athletes', { standsFor: 'list' })
  await visit(page, at('/athletes#add'))
  await expect(page.getByRole('dialog', { name: 'Add athlete' })).toBeVisible()
  await expectAccessibleAndResponsive(page, { standsFor: 'dialog' })
  for (const [path, name] of [
    ['/tags', 'Tags'],
    ['/custom-fields', 'Custom fields'],
    ['/sports', 'Sports'],
    ['/archives', 'Data export'],
  ] as const) {
    await visit(page, at(path))
    await expectScreen(page, name)
  }
})

/** One athlete per stage, with every column filled. */
async function addLongNamedAthletes(request: APIRequestContext, owner: Member, organization: string) {
  const ask = <Answer>(path: string, data: object) =>
    askAs<Answer>(request, owner, 'post', `organizations/${organization}/${path}`, data)
  const tags: { id: string }[] = []
  for (const name of ['Transfer window', 'Needs a guardian’s consent', 'NIL']) tags.push(await ask('tags', { name }))
  await ask('custom-fields', { name: 'Shooting hand', kind: 'choice', choices: ['Left', 'Right'] })
  for (const stage of ['prospect', 'recruiting', 'signed', 'former']) {
    await ask('athletes', {
      givenName: 'Maximiliana-Alexandra',
      familyName: 'Featherstonehaugh-Cholmondeley',
      level: 'high-school',
      stage,
      sport: 'track-and-field',
      positions: ['middle-distance'],
      school: 'The Extraordinarily-Long-Named High School of the Greater Lakeside Region',
      classYear: 2027,
      tags: tags.map(({ id }) => id),
    })
  }
}

test('an athlete’s record is accessible and responsive when full, empty or with long names', async ({
  page,
  request,
}) => {
  const owner = await makeAccount()
  const organization = await makeOrganization(request, owner)
  const athletes = `organizations/${organization}/athletes`
  const add = (facts: object) =>
    askAs<{ id: string }>(request, owner, 'post', athletes, { level: 'college', stage: 'signed', ...facts })
  const full = await add({
    givenName: 'Maximiliana-Alexandra-Theodora',
    familyName: 'Featherstonehaugh-Cholmondeley-Wolfeschlegelsteinhausenbergerdorff',
    birthDate: '2012-03-03',
    sport: 'football',
    positions: ['offensive-tackle', 'defensive-tackle'],
    school: 'The University of the Extraordinarily-Long-Named Lakeside Region and its Neighboring Counties',
    hometown: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogoch',
    state: 'DC',
    email: 'maximiliana.alexandra.theodora@the-extraordinarily-long-named-agency.example',
  })
  const child = (path: string, body: object) => askAs(request, owner, 'post', `${athletes}/${full.id}/${path}`, body)
  for (const [value, measuredOn] of [
    [180, '2026-01-10'],
    [182, '2026-06-10'],
  ]) {
    await child('measurements', { kind: 'height', value, measuredOn, source: 'Team staff' })
  }
  await child('eligibility', { season: '2026–27', status: 'pending', reason: 'A transcript', checkedOn: '2026-09-04' })
  await child('contacts', {
    name: 'Bartholomew-Christopher Featherstonehaugh-Cholmondeley',
    relation: 'guardian',
    title: 'Grandfather',
    reach: 'limited',
    email: 'bartholomew@the-extraordinarily-long-named-agency.example',
    phone: '+44 20 7946 0958',
  })
  await child('notes', { kind: 'call', text: 'Wants no posts during finals.' })
  const empty = await add({ givenName: 'Theo', familyName: 'Lind' })
  await enter(page, owner, `/${athletes}/${full.id}`)
  await expect(page.getByText('Wants no posts during finals.')).toBeVisible()
  await expectScreen(page, /Featherstonehaugh/, { standsFor: 'record with tabs' })
  await page.getByRole('button', { name: 'All details' }).click()
  await page.getByRole('button', { name: 'Edit Positions' }).click()
  await expectAccessibleAndResponsive(page)
  await page.keyboard.press('Escape')
  await visit(page, `${PLATFORM}/${athletes}/${empty.id}`)
  await expect(page.getByRole('region', { name: 'Measurables' })).toContainText('None yet')
  await expectScreen(page, 'Theo Lind')
  for (const tab of ['Deals', 'Money', 'Documents', 'Activity']) {
    await page.getByRole('navigation', { name: 'Record' }).getByRole('link', { name: tab }).press('Enter')
    await expect(page).toHaveURL(new RegExp(`/${tab.toLowerCase()}$`))
    await expectScreen(page, 'Theo Lind')
  }
  await visit(page, `${PLATFORM}/${athletes}/00000000-0000-7000-8000-000000000000`)
  await expectScreen(page, 'Athlete not found')
})
