import { brotliCompressSync } from 'node:zlib'
import type { APIRequestContext, Page } from '@playwright/test'
import type { Books } from '@sherpa/contracts/books'
import { monthly, signedDeal } from '../apps/server/test/signed-deal'
import {
  askAs,
  assumeSecondFactor,
  bookReceipt,
  chooseFor,
  enter,
  expectForEveryone,
  heading,
  inDatabase,
  linkTo,
  logIn,
  logOut,
  type Member,
  makeAccount,
  makeOrganization,
  makeSignedDeal,
  makeStaff,
  newAddress,
  PLATFORM,
  sendInvitation,
  test,
  visit,
} from './platform'
import { expect, expectAccessible } from './site'
import { makeTeamWithDeal } from './team-with-deal'

/** The specification of the platform: what its first load may cost. */
const FIRST_LOAD_KB = 170

test.use({ expectedErrors: /responded with a status of (404|410)|net::ERR_FAILED/ })

const longName = 'The Extraordinarily-Long-Named Agency of the Greater Lakeside Region, Incorporated 1987'

async function expectGood(page: Page, name: string | RegExp) {
  await expect(heading(page, name)).toBeVisible()
  await expect(page).toHaveTitle(/Sherpa$/)
  await expect(page.locator('h1')).toHaveCount(1)
  await expectForEveryone(page)
}

const signedOutScreens = [
  ['/login', 'Log in'],
  ['/register', 'Create your account'],
  ['/forgot-password', /password/i],
  ['/reset-password?token=x', 'Choose a new password'],
  ['/finish-registration?token=x', 'This link has expired or was already used'],
  ['/finish-registration', 'This link has expired or was already used'],
  ['/confirm-email?token=x', 'Confirm your new email address'],
  ['/confirm-email', 'This link has expired or was already used'],
  ['/invitation?token=x', /no longer valid/i],
  ['/guardian?token=x', 'This link is no longer valid'],
  ['/nothing-here', 'Page not found'],
] as const

test('the screens for whoever is signed out are for everyone', async ({ page }) => {
  for (const [path, name] of signedOutScreens) {
    await test.step(path, async () => {
      await page.goto(PLATFORM + path)
      await expectGood(page, name)
    })
  }
})

test('an owner’s screens are for everyone, with long names too', async ({ page, request }) => {
  const owner = await makeAccount('Maximiliana-Alexandra Featherstonehaugh-Cholmondeley')
  const organization = await makeOrganization(request, owner, longName)
  await askAs(request, owner, 'post', `organizations/${organization}/invitations`, {
    email: newAddress('a-colleague-with-a-rather-long-address'),
    role: 'support-staff',
  })
  await enter(page, owner)
  await expectGood(page, longName)
  for (const [path, name] of [
    [`/organizations/${organization}/people`, 'People'],
    [`/organizations/${organization}/permissions`, 'Permissions'],
    [`/organizations/${organization}/billing`, 'Plan and billing'],
    [`/organizations/${organization}/activity`, 'Activity'],
    [`/organizations/${organization}/settings`, 'Settings'],
    ['/organizations/new', 'Create an organization'],
    ['/account', 'Profile'],
    ['/account/security', 'Security'],
    ['/account/activity', 'Activity'],
    ['/account/guardianships', 'Guardianships'],
    ['/account/activity?kind=failed-log-ins', 'Activity'],
    [`/organizations/${organization}/nothing-here`, 'Page not found'],
  ] as const) {
    await visit(page, PLATFORM + path)
    await expectGood(page, name)
  }

  await askAs(request, owner, 'post', 'subscriptions/purchase', { organization, planId: 'agency-starter', seats: 2 })
  await visit(page, `${PLATFORM}/organizations/${organization}/billing`)
  await expect(page.getByText('Agency Starter').first()).toBeVisible()
  await expectGood(page, 'Plan and billing')
})

test('athletes, and the settings about them, are for everyone, with long names too', async ({ page, request }) => {
  const owner = await makeAccount()
  const organization = await makeOrganization(request, owner)
  const at = (path: string) => `${PLATFORM}/organizations/${organization}${path}`
  await enter(page, owner, `/organizations/${organization}/athletes`)
  await expect(page.getByText('No athletes yet')).toBeVisible()
  await expectGood(page, 'Athletes')
  await addLongNamedAthletes(request, owner, organization)
  await visit(page, at(''))
  await expect(page.getByRole('heading', { name: 'Athletes you look after' })).toBeVisible()
  await expectGood(page, 'Ridgeline Sports')
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 800 })
    // No figure is cut off: they take as many rows as they need.
    for (const stage of ['Signed', 'Recruiting', 'Prospect', 'People', 'Plan']) {
      const figure = await page
        .getByRole('main')
        .getByRole('link', { name: new RegExp(`^${stage}`) })
        .boundingBox()
      expect((figure?.x ?? width) + (figure?.width ?? 0)).toBeLessThanOrEqual(width)
    }
  }
  await visit(page, at('/athletes?stage=signed,recruiting&level=high-school'))
  await page.getByLabel('Select Maximiliana-Alexandra Featherstonehaugh-Cholmondeley').first().check()
  await page.getByRole('button', { name: 'Tag', exact: true }).click()
  await expectGood(page, 'Athletes')
  await visit(page, at('/athletes#add'))
  await expect(page.getByRole('dialog', { name: 'Add athlete' })).toBeVisible()
  await expectForEveryone(page)
  for (const [path, name] of [
    ['/tags', 'Tags'],
    ['/custom-fields', 'Custom fields'],
    ['/sports', 'Sports'],
    ['/archives', 'All data'],
  ] as const) {
    await visit(page, at(path))
    await expectGood(page, name)
  }
})

test('companies are for everyone, with long names too', async ({ page, request }) => {
  const owner = await makeAccount()
  const organization = await makeOrganization(request, owner, longName)
  const at = (path: string) => `${PLATFORM}/organizations/${organization}/companies${path}`
  const add = (path: string, data: object) =>
    askAs<{ id: string }>(request, owner, 'post', `organizations/${organization}/companies${path}`, data)
  const group = await add('', {
    name: 'The Extraordinarily-Long-Named Group of the Greater Lakeside Region',
    kind: 'brand',
  })
  const company = await add('', {
    name: 'The Extraordinarily-Long-Named Sportswear and Equipment Company of the Greater Lakeside Region',
    kind: 'brand',
    category: 'trading-cards',
    website: `https://www.a-rather-long-name-of-a-website.example/${'partners'.repeat(10)}`,
    parentId: group.id,
  })
  await add('', {
    name: 'Extraordinarily-Long-Named Sportswear and Equipment Company of the Greater Lakeside Region, Inc.',
    kind: 'brand',
  })
  await add('', { name: 'Halden Shoes', kind: 'brand', parentId: company.id })
  await add(`/${company.id}/contacts`, {
    name: 'Maximiliana-Alexandra Featherstonehaugh-Cholmondeley',
    title: 'Vice president of partnerships and community relations',
    email: 'maximiliana-alexandra.featherstonehaugh@a-rather-long-name.example',
    phone: '+1 555 010 0100',
  })
  await enter(page, owner)
  await expect(heading(page, longName)).toBeVisible()
  await visit(page, at(''))
  await expect(page.getByRole('link', { name: 'Halden Shoes' })).toBeVisible()
  await expectGood(page, 'Companies')
  await visit(page, at('#add'))
  await expect(page.getByRole('dialog', { name: 'Add company' })).toBeVisible()
  await expectForEveryone(page)
  await visit(page, at(`/${company.id}`))
  await expect(page.getByRole('heading', { name: 'Possible duplicates' })).toBeVisible()
  await expectGood(page, /Sportswear and Equipment/)
  await page.getByRole('button', { name: /^Edit Owner/ }).click()
  await expect(page.getByRole('searchbox', { name: 'Search companies' })).toBeVisible()
  await expectForEveryone(page)
})

test('expenses, payables and the books are for everyone, with long names too', async ({ page, request }) => {
  const owner = await makeAccount()
  const organization = await makeOrganization(request, owner, longName)
  const at = (path: string) => `${PLATFORM}/organizations/${organization}${path}`
  const ask = <Answer>(method: 'get' | 'post' | 'put', path: string, data?: object) =>
    askAs<Answer>(request, owner, method, `organizations/${organization}/${path}`, data)
  await enter(page, owner, `/organizations/${organization}/finances/expenses`)
  await expect(page.getByText('No expenses yet')).toBeVisible()
  await expectGood(page, 'Finances')
  const { currency: _, closedThrough: __, lastMonth, ...books } = await ask<Books>('get', 'finances/books')
  await ask('put', 'finances/books', { ...books, expenseLimitMinor: 50_000 })
  await ask('post', 'finances/books/closing', { month: lastMonth })
  const athlete = await ask<{ id: string }>('post', 'athletes', {
    givenName: 'Maximiliana-Alexandra',
    familyName: 'Featherstonehaugh-Cholmondeley',
    level: 'pro',
    stage: 'signed',
  })
  const vendor = 'The Extraordinarily-Long-Named Airline of the Greater Lakeside Region'
  const add = (more: object) =>
    ask<{ id: string }>('post', 'finances/expenses', {
      spentOn: '2026-03-09',
      category: 'registration',
      vendor,
      currency: 'USD',
      amountMinor: 123_456_789,
      athleteId: athlete.id,
      dealId: null,
      paidBy: 'colleague',
      recoupRate: 125_000,
      note: 'Flights'.repeat(20),
      ...more,
    })
  const { id } = await add({})
  await add({ amountMinor: 4200, vendor: 'Diner' })
  const { rows } = await ask<{ rows: { id: string; isSelf: boolean }[] }>('get', 'companies?limit=50')
  await makeSignedDeal({
    organization,
    athlete: athlete.id,
    company: rows.find(({ isSelf }) => isSelf)?.id ?? '',
    title: 'Roster contract',
    terms: { payments: [monthly(1_000_000, { times: 12 })] },
  })
  for (const [path, name, sign] of [
    ['/finances/expenses', 'Finances', 'Diner'],
    [`/finances/expenses/${id}`, vendor, 'About this expense'],
    ['/finances/payables', 'Finances', 'Retainer'],
    ['/books', 'Books', 'Closed months'],
  ] as const) {
    await visit(page, at(path))
    await expect(page.getByText(sign).first()).toBeVisible()
    await expectGood(page, name)
  }
  await visit(page, at('/finances/expenses#add'))
  await expect(page.getByRole('dialog', { name: 'Add expense' })).toBeVisible()
  await expectForEveryone(page)
  await visit(page, at('/finances/payables'))
  await page
    .getByRole('button', { name: /^Record payout: Retainer/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectForEveryone(page)
})

/** An athlete of each stage, with everything that the list shows. */
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

test('fees, an invoice of them and a statement are for everyone, with long names too', async ({ page, request }) => {
  const owner = await makeAccount()
  const organization = await makeOrganization(request, owner, longName)
  const at = (path: string) => `${PLATFORM}/organizations/${organization}/finances${path}`
  await enter(page, owner, `/organizations/${organization}/finances/fees`)
  await expect(page.getByText('No invoices yet')).toBeVisible()
  await expectGood(page, 'Finances')
  await visit(page, at('/statements'))
  await expect(page.getByText('Choose an athlete')).toBeVisible()
  await expectGood(page, 'Finances')

  const ask = <Answer>(path: string, data: object) =>
    askAs<Answer>(request, owner, 'post', `organizations/${organization}/${path}`, data)
  const athlete = await ask<{ id: string }>('athletes', {
    givenName: 'Maximiliana-Alexandra',
    familyName: 'Featherstonehaugh-Cholmondeley',
    level: 'pro',
    stage: 'signed',
  })
  const company = await ask<{ id: string }>('companies', {
    name: 'The Extraordinarily-Long-Named Sportswear Company',
    kind: 'brand',
  })
  const bookIn = async (currency: 'USD' | 'EUR') => {
    const { deal } = await makeSignedDeal({
      organization,
      athlete: athlete.id,
      company: company.id,
      title: 'The fall training line of the Greater Lakeside Region',
      terms: { currency, payments: [monthly(123_456_789)], fee: { rateMillionths: 150_000 } },
    })
    await ask('finances/receipts', {
      receivedOn: '2026-11-03',
      payer: 'The Extraordinarily-Long-Named Sportswear Company',
      companyId: null,
      reference: null,
      currency,
      amountMinor: 123_456_789,
      note: null,
      allocations: [{ dealId: deal, amountMinor: 123_456_789 }],
      bankLineId: null,
    })
  }
  await bookIn('USD')
  await bookIn('EUR')
  const invoice = await ask<{ id: string; issuedOn: string }>('finances/fee-invoices', {
    athleteId: athlete.id,
    currency: 'USD',
  })
  await ask(`finances/fee-invoices/${invoice.id}/payments`, {
    paidOn: invoice.issuedOn,
    amountMinor: 100,
    reference: null,
    bankLineId: null,
  })
  await visit(page, at('/fees'))
  await expect(page.getByRole('link', { name: 'F-0001' })).toBeVisible()
  await expectGood(page, 'Finances')
  await page.getByRole('button', { name: /^Invoice Maximiliana/ }).click()
  await expect(page.getByRole('dialog')).toContainText('Fee 15%')
  await expectForEveryone(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await visit(page, at(`/fees?open=${invoice.id}`))
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible()
  await expectAccessible(page)
  await visit(page, at(`/fees/${invoice.id}`))
  await expectGood(page, 'Invoice F-0001')
  await visit(page, at(`/statements?athlete=${athlete.id}`))
  await expect(page.getByRole('heading', { name: 'EUR', exact: true })).toBeVisible()
  await expectGood(page, 'Finances')
})

test('deals as a list, a board and a record, and who approves them, are for everyone, with long names too', async ({
  page,
  request,
}) => {
  const owner = await makeAccount()
  const organization = await makeOrganization(request, owner)
  const at = (path: string) => `${PLATFORM}/organizations/${organization}${path}`
  await enter(page, owner, `/organizations/${organization}/deals`)
  await expect(page.getByText('No deals yet')).toBeVisible()
  await expectGood(page, 'Deals')
  const ask = <Answer>(path: string, data: object) =>
    askAs<Answer>(request, owner, 'post', `organizations/${organization}/${path}`, data)
  const athlete = await ask<{ id: string }>('athletes', {
    givenName: 'Maximiliana-Alexandra',
    familyName: 'Featherstonehaugh-Cholmondeley',
    level: 'pro',
    stage: 'signed',
  })
  const company = await ask<{ id: string }>('companies', {
    name: 'The Extraordinarily-Long-Named Sportswear Company',
    kind: 'brand',
    category: 'apparel',
  })
  const years = {
    signingBonusMinor: 500_000_001,
    years: [2027, 2028].map((season) => ({
      season,
      baseMinor: 110_000_000,
      rosterBonusMinor: 0,
      otherBonusMinor: 0,
      guaranteedMinor: 0,
      option: season === 2028 ? { holder: 'club', buyoutMinor: 20_000_000 } : null,
    })),
  }
  const zone = 'America/New_York'
  const id = '018f0000-0000-7000-8000-00000000000'
  const { id: deal } = await ask<{ id: string }>('deals', {
    athleteId: athlete.id,
    companyId: company.id,
    kind: 'contract',
    terms: {
      startsOn: '2027-01-01',
      endsOn: '2028-12-31',
      businessPurpose: 'Promotion of the fall training line '.repeat(5),
      exclusivity: { kind: 'company' },
      years,
      payments: [
        {
          id: `${id}1`,
          kind: 'incentive',
          title: 'Conference final reached',
          amountMinor: 600_000,
          inKind: false,
          schedule: { kind: 'condition', metric: 'Named to the final', threshold: null, estimatedDay: null },
        },
      ],
      deliverables: [
        {
          id: `${id}2`,
          title: 'Store appearance',
          platform: null,
          count: 2,
          dueOn: '2027-03-01',
          disclosureTag: '#ad',
        },
      ],
      keyDates: [
        {
          id: `${id}3`,
          kind: 'option',
          title: 'Option',
          effect: 'The last year',
          anchor: { kind: 'termEnd' },
          offset: { amount: -90, unit: 'days' },
          zone,
          reminders: [14],
        },
      ],
    },
  })
  for (const [path, name] of [
    ['/deals', 'Deals'],
    [`/deals?open=${deal}`, 'Deals'],
    ['/deals/board', 'Deals'],
    ['/deals/check', 'Check a signed PDF'],
    [`/deals/${deal}`, /Featherstonehaugh/],
    [`/deals/${deal}/sign`, 'Nothing to sign'],
    ['/approvals', 'Deal approvals'],
    [`/athletes/${athlete.id}`, /Featherstonehaugh/],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await visit(page, at(path))
    await expectGood(page, name)
  }
  await visit(page, at('/deals#new'))
  await expect(page.getByRole('dialog', { name: 'New deal' })).toBeVisible()
  await expectForEveryone(page)
  await visit(page, at(`/deals/${deal}`))
  for (const part of ['years', 'payments', 'deliverables', 'key dates']) {
    await page.getByRole('button', { name: `Edit ${part}` }).click()
  }
  await expectForEveryone(page)
})

test('the calendar, deliverables and league days are for everyone, with long names too', async ({ page, request }) => {
  const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const id = '018f0000-0000-7000-8000-00000000000'
  const title = 'An appearance at the Extraordinarily-Long-Named Charity Tournament'
  const { agent, player, organization } = await makeTeamWithDeal(request, {
    kind: 'nil',
    athlete: ['Maximiliana-Alexandra', 'Featherstonehaugh-Cholmondeley'],
    company: 'The Extraordinarily-Long-Named Sportswear Company',
    terms: {
      startsOn: '2026-01-01',
      endsOn: dayIn(100),
      businessPurpose: 'Promotion of the fall line',
      payor: { name: 'Sofia Brandt', title: 'VP', email: 'sofia@halden.example' },
      payments: [
        {
          id: `${id}1`,
          kind: 'base',
          title: 'Retainer of the extraordinarily long season',
          amountMinor: 123_456_789,
          inKind: true,
          schedule: { kind: 'day', day: dayIn(0) },
        },
      ],
      deliverables: [
        { id: `${id}2`, title, platform: null, count: 4, dueOn: dayIn(0), disclosureTag: '#ad' },
        { id: `${id}3`, title, platform: null, count: 1, dueOn: dayIn(-1), disclosureTag: null },
      ],
      keyDates: [
        {
          id: `${id}4`,
          kind: 'option',
          title: 'Option to extend the extraordinarily long term',
          effect: 'One more year',
          anchor: { kind: 'leagueEvent', event: 'mlb-world-series-end-2028' },
          offset: { amount: 5, unit: 'days' },
          zone: 'America/New_York',
          reminders: [14],
        },
      ],
    },
  })
  const at = (path: string) => `${PLATFORM}/organizations/${organization}/calendar${path}`
  await enter(page, agent, `/organizations/${organization}/calendar`)
  await expect(page.getByRole('gridcell', { name: /4 deliverables, 1 payment/ })).toBeVisible()
  await expectGood(page, 'Calendar')
  for (const [path, name] of [
    [`?month=${dayIn(0).slice(0, 7)}&day=${dayIn(0)}&next=90&kind=deliverable,payment&athletes=mine`, 'Calendar'],
    ['/deliverables', 'Deliverables'],
    ['/deliverables?state=accepted', 'Deliverables'],
    ['/league-days', 'League days'],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await visit(page, at(path))
    await expectGood(page, name)
  }
  await page.getByRole('button', { name: 'Correct: Last day of the World Series, MLB 2028' }).click()
  await page.getByRole('dialog').getByLabel('Day').fill('2028-11-01')
  await expect(page.getByText('1 key date will move')).toBeVisible()
  await expectForEveryone(page)

  await page.setViewportSize({ width: 1280, height: 800 })
  await enter(page, player, `/organizations/${organization}/calendar/deliverables`)
  await page
    .getByRole('button', { name: /^Add proof/ })
    .first()
    .click()
  await expectForEveryone(page)
})

test('the finances are for everyone, empty and with long names and large amounts', async ({ page, request }) => {
  const owner = await makeAccount()
  const organization = await makeOrganization(request, owner)
  const at = (path: string) => `${PLATFORM}/organizations/${organization}${path}`
  await enter(page, owner, `/organizations/${organization}/finances`)
  await expect(page.getByText(/^No money in USD/)).toBeVisible()
  await expectGood(page, 'Finances')
  await visit(page, at('/finances/ledger'))
  await expect(page.getByText('Nothing is booked yet')).toBeVisible()
  await expectGood(page, 'Finances')

  const ask = <Answer>(path: string, data: object) =>
    askAs<Answer>(request, owner, 'post', `organizations/${organization}/${path}`, data)
  const athlete = await ask<{ id: string }>('athletes', {
    givenName: 'Maximiliana-Alexandra',
    familyName: 'Featherstonehaugh-Cholmondeley',
    level: 'pro',
    stage: 'signed',
    sport: 'track-and-field',
  })
  const company = await ask<{ id: string }>('companies', {
    name: 'The Extraordinarily-Long-Named Sportswear Company',
    kind: 'brand',
  })
  const { deal, payments } = await makeSignedDeal({
    organization,
    athlete: athlete.id,
    company: company.id,
    title: 'The-Extraordinarily-Long-Named-Fall-and-Winter-Line of Sportswear and Equipment',
    terms: {
      payments: [monthly(1_234_567_89, { from: `${new Date().toISOString().slice(0, 8)}01`, times: 9 })],
      fee: { rateMillionths: 150_000 },
    },
  })
  await makeSignedDeal({
    organization,
    athlete: athlete.id,
    company: company.id,
    terms: { payments: [monthly(98_765_43, { from: '2025-01-01', times: 40 })] },
  })
  await bookReceipt(request, owner, organization, { paymentId: payments[0] ?? '', amountMinor: 98_765_432 })
  for (const [path, name] of [
    ['', 'Ridgeline Sports'],
    ['/finances', 'Finances'],
    ['/finances?by=deal&return=athlete', 'Finances'],
    ['/finances/ledger', 'Finances'],
    [`/finances/ledger?account=fees&deal=${deal}&from=2020-01&until=2099-12`, 'Finances'],
    [`/deals/${deal}`, /Long-Named/],
    [`/athletes/${athlete.id}`, /Featherstonehaugh/],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await visit(page, at(path))
    await expect(page.getByText(/\$987,654\.32|\$148,148\.15|Late/).first()).toBeVisible()
    await expectGood(page, name)
  }
})

test('the record of an athlete is for everyone, full or empty, and with long names', async ({ page, request }) => {
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
  await expectGood(page, /Featherstonehaugh/)
  await page.getByRole('button', { name: 'Edit Positions' }).click()
  await expectForEveryone(page)
  await page.keyboard.press('Escape')
  await visit(page, `${PLATFORM}/${athletes}/${empty.id}`)
  await expect(page.getByText('Nothing measured yet')).toBeVisible()
  await expectGood(page, 'Theo Lind')
  await visit(page, `${PLATFORM}/${athletes}/00000000-0000-7000-8000-000000000000`)
  await expectGood(page, 'Athlete not found')
})

test('the first-run home and an invitation are for everyone', async ({ page, request }) => {
  const owner = await makeAccount()
  const organization = await makeOrganization(request, owner)
  const invited = await makeAccount('Jo Park')
  const athlete = await askAs<{ id: string }>(request, owner, 'post', `organizations/${organization}/athletes`, {
    givenName: 'Jo',
    familyName: 'Park',
    email: invited.email,
    birthDate: '2000-01-01',
    level: 'pro',
    stage: 'prospect',
  })
  await askAs(request, owner, 'post', `organizations/${organization}/athletes/${athlete.id}/invitation`, {})
  await enter(page, invited)
  await expectGood(page, /Welcome, Jo Park/)
  await page.goto(await linkTo(invited.email, /^Join /))
  await expectGood(page, /Ridgeline/)
  await page.getByRole('button', { name: /^Accept/ }).click()
  await expectGood(page, 'Ridgeline Sports')
  await visit(page, `${PLATFORM}/organizations/${organization}/people`)
  await expectGood(page, 'You don’t have access')
})

test('dialogs, failures and messages are for everyone', async ({ page, request }) => {
  const owner = await makeAccount()
  const organization = await makeOrganization(request, owner)
  const colleague = await makeAccount('Jo Park')
  await askAs(request, owner, 'post', `organizations/${organization}/invitations`, {
    email: colleague.email,
    role: 'agent',
  })
  const { invitations } = await askAs<{ invitations: { id: string }[] }>(request, colleague, 'get', 'account')
  await askAs(request, colleague, 'post', `invitations/${invitations[0]?.id}/acceptance`)
  await enter(page, owner, `/organizations/${organization}/people`)
  await chooseFor(page, 'Jo Park', 'Change role')
  await expectForEveryone(page)
  await page.getByRole('radio', { name: 'Owner' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog', { name: 'Make Jo Park an owner?' })).toBeVisible()
  await expectForEveryone(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Transfer ownership' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Transfer ownership' }).click()
  await expect(page.getByRole('dialog').getByText('Choose a member').last()).toBeVisible()
  await expectForEveryone(page)
  await page.keyboard.press('Escape')
  await sendInvitation(page, newAddress('max'))
  await expect(page.getByText(/^Invitation sent to/)).toBeVisible()
  await sendInvitation(page, '')
  await expect(page.getByText('Enter an email address')).toBeVisible()
  await expectForEveryone(page)

  await visit(page, `${PLATFORM}/organizations/${organization}/permissions`)
  await page.getByLabel('Agent: View activity').check()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expectForEveryone(page)
})

test('the staff’s screen, and what others see at its address, are for everyone', async ({ page }) => {
  const someone = await makeAccount()
  await enter(page, someone, '/staff')
  await expect(page.getByRole('main').getByRole('link', { name: 'Go to home' })).toBeVisible()
  await expectForEveryone(page)
  await logOut(page)
  await enter(page, await makeStaff(), '/staff')
  await expectGood(page, 'Prices')
  await visit(page, `${PLATFORM}/staff/invoices`)
  await expectGood(page, 'Invoices')
  await visit(page, `${PLATFORM}/staff/jobs`)
  await expectGood(page, 'Jobs')
})

test('the platform is dark for those who prefer it, and the public site is light for everyone', async ({ page }) => {
  const groundOf = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${PLATFORM}/login`)
  await expect(heading(page, 'Log in')).toBeVisible()
  expect(await groundOf()).toBe('rgb(13, 21, 37)')
  await expect(heading(page, 'Log in')).toHaveCSS('color', 'rgb(237, 242, 250)')
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await groundOf()).toBe('rgb(255, 255, 255)')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  expect(await groundOf()).toBe('rgb(255, 255, 255)')
})

test('everyone sees where they are, on a phone too, and an unknown address keeps the navigation', async ({
  page,
  request,
}) => {
  const owner = await makeAccount()
  const organization = await makeOrganization(request, owner)
  await enter(page, owner)
  await expect(heading(page, 'Ridgeline Sports')).toBeVisible()
  const place = page.getByRole('navigation', { name: 'Breadcrumb' })
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`${PLATFORM}/organizations/${organization}/people`)
    await expect(place.getByText('People')).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('navigation', { name: 'Settings' }).getByText('People')).toHaveAttribute(
      'aria-current',
      'page',
    )
    await page.goto(`${PLATFORM}/account/security`)
    await expect(place.getByText('Security')).toHaveAttribute('aria-current', 'page')
    // On a phone there is room for the last part only; what it belongs to is in the tabs below.
    if (width === 360) await expect(place).toHaveText(/Security$/)
    else await expect(place.getByRole('link', { name: 'Your account' })).toBeVisible()
  }
  await page.goto(`${PLATFORM}/organizations/${organization}/billing`)
  await expect(place).toHaveText(/Settings.*Plan and billing/)
  await place.getByRole('link', { name: 'Settings' }).click()
  await expect(heading(page, 'People')).toBeVisible()
  await page.goto(`${PLATFORM}/organizations/${organization}`)
  await expect(place).toHaveText('Home')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' })).toHaveAttribute(
    'aria-current',
    'page',
  )

  await page.goto(`${PLATFORM}/nothing-here`)
  await expect(heading(page, 'Page not found')).toBeVisible()
  await page.getByRole('navigation', { name: 'Organization' }).getByRole('link', { name: 'Settings' }).click()
  await expect(heading(page, 'People')).toBeVisible()
})

test('the platform’s first load is light, and screens come when they are needed', async ({ page, request }) => {
  const loads: Promise<{ url: string; bytes: number }>[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith('.js')) return
    loads.push(response.body().then((body) => ({ url: response.url(), bytes: brotliCompressSync(body).length })))
  })
  const loaded = async () => (await Promise.all(loads)).map(({ url }) => url).join(' ')
  await page.goto(`${PLATFORM}/login`)
  await expect(heading(page, 'Log in')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const bytes = (await Promise.all(loads)).reduce((sum, load) => sum + load.bytes, 0)
  test.info().annotations.push({ type: 'first load', description: `${(bytes / 1000).toFixed(1)} kB brotli` })
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(FIRST_LOAD_KB * 1000)
  expect(await loaded()).not.toMatch(/people|billing|security|staff/)

  const owner = await makeAccount()
  await makeOrganization(request, owner)
  await assumeSecondFactor(owner, false)
  await logIn(page, owner)
  await expect(heading(page, 'Ridgeline Sports')).toBeVisible()
  expect(await loaded()).not.toContain('people-screen')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(heading(page, 'People')).toBeVisible()
  expect(await loaded()).toContain('people-screen')
})

test('a form that was sent empty says what is missing, beside each field, and goes to the first', async ({ page }) => {
  const email = newAddress()
  await page.goto(`${PLATFORM}/register`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Work email')).toBeFocused()
  await expect(page.getByLabel('Work email')).toHaveAccessibleDescription(/Enter an email address/)
  await expectAccessible(page)
  await page.getByLabel('Work email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(heading(page, 'Check your inbox')).toBeVisible()

  await page.goto(await linkTo(email, /finish creating/i))
  await expectGood(page, 'Welcome to Sherpa')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel('Your name')).toBeFocused()
  for (const [label, message] of [
    ['Your name', 'Enter your name'],
    ['Password', 'Choose a password'],
  ] as const) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(new RegExp(message))
  }
  await expectAccessible(page)
})

test('password managers know every field', async ({ page }) => {
  const completes = async (path: string) => {
    await page.goto(PLATFORM + path)
    await expect(page.locator('form')).toBeVisible()
    return page
      .locator('input[autocomplete]')
      .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')))
  }
  expect(await completes('/login')).toEqual(['username', 'current-password'])
  expect(await completes('/register')).toEqual(['email'])
  expect(await completes('/reset-password?token=x')).toContain('new-password')
})

test('without a connection a form says so, keeps what was typed, and works at the next try', async ({ page }) => {
  const someone = await makeAccount()
  await page.route('**/api/account/login', (route) => route.abort())
  await logIn(page, someone)
  await expect(page.getByText('We can’t reach Sherpa')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(someone.email)
  await page.unroute('**/api/account/login')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(heading(page, /Welcome/)).toBeVisible()
})

test('payments, receipts and lines of the bank are for everyone, with their dialogs', async ({ page, request }) => {
  const owner = await makeAccount()
  const organization = await makeOrganization(request, owner)
  const at = (path: string) => `${PLATFORM}/organizations/${organization}/finances${path}`
  const ask = <Answer>(path: string, data: object) =>
    askAs<Answer>(request, owner, 'post', `organizations/${organization}/${path}`, data)
  await enter(page, owner, `/organizations/${organization}/finances/payments`)
  await expect(page.getByText('No payments yet')).toBeVisible()
  await expectGood(page, 'Finances')
  const { id: athlete } = await ask<{ id: string }>('athletes', {
    givenName: 'Maximiliana-Alexandra',
    familyName: 'Featherstonehaugh-Cholmondeley',
    level: 'pro',
    stage: 'signed',
  })
  const name = 'The Extraordinarily-Long-Named Sportswear Company'
  const { id: company } = await ask<{ id: string }>('companies', { name, kind: 'brand' })
  await inDatabase(async (client) => {
    const terms = { payments: [monthly(123_456_789, { from: '2026-01-01' })] }
    const { deal } = await signedDeal(client, { organization, athlete, company, title: name, terms })
    await client.query(
      `insert into bank_imports (organization_id, id, name, currency, mapping, lines, added) values ($1, $2, 'a', 'USD', '{}', 1, 1)`,
      [organization, deal],
    )
    await client.query(
      `insert into bank_lines (organization_id, id, import_id, booked_on, currency, amount_minor, payer, reference, fingerprint, occurrence,
         state)
       values ($1, $2, $2, '2026-01-05', 'USD', 123456789, $3, 'Wire', '\\x00', 1, 'open'),
         ($1, gen_random_uuid(), $2, '2026-01-06', 'USD', -123456789, $3, 'Refund', '\\x01', 1, 'open')`,
      [organization, deal, name],
    )
    return deal
  })
  for (const path of ['/payments', '/receipts/bank']) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await visit(page, at(path))
    await expect(page.getByRole('cell', { name: /days late|Sure/ }).first()).toBeVisible()
    await expectGood(page, 'Finances')
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: /^Confirm: / }).click()
  await expect(page.getByText(/was booked/)).toBeVisible()
  await visit(page, at('/receipts'))
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('button', { name: 'Take back' })).toBeVisible()
  await expectForEveryone(page)
  await visit(page, at('/receipts/bank?direction=out'))
  for (const item of ['Take the receipt back', 'Set aside']) {
    await page.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('button', { name: item, exact: true }).click()
    await expect(page.getByRole('dialog').getByLabel(/^Why/)).toBeVisible()
    await expectForEveryone(page)
    await page.keyboard.press('Escape')
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await visit(page, at('/payments'))
  for (const [item, dialog] of [
    ['Book receipt', 'Book a receipt'],
    ['Remind payer', 'Remind the payer'],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await page.getByRole('button', { name: item, exact: true }).click()
    await expect(page.getByRole('dialog', { name: dialog }).getByRole('button', { name: 'Cancel' })).toBeVisible()
    await expectForEveryone(page)
    await page.keyboard.press('Escape')
  }
})
