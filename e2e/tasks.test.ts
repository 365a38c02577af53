import { addDays, dayIn } from '../packages/contracts/src/days'
import { askAs, enter, heading, linkAthlete, type Member, makeTeam, PLATFORM, test } from './platform'
import { expectAccessibleAndResponsive, expectScreen } from './screen-checks'
import { expect } from './site'

const phone = { width: 360, height: 740 }
const today = dayIn(new Date().toISOString(), 'America/New_York')

/** Agency with an athlete who has an account. */
async function makeAgency(request: Parameters<typeof askAs>[0]) {
  const { owner, organization, members } = await makeTeam(
    request,
    { name: 'Amara Cole', role: 'agent' },
    { name: 'Jonah Okoye', role: 'athlete' },
  )
  const [agent, player] = members as [Member, Member]
  const ask = <Answer = { id: string }>(by: Member, path: string, data: object) =>
    askAs<Answer>(request, by, 'post', `organizations/${organization}/${path}`, data)
  const facts = { givenName: 'Jonah', familyName: 'Okoye', birthDate: '2003-03-03', level: 'pro', stage: 'signed' }
  const { id: athlete } = await ask(owner, 'athletes', facts)
  await linkAthlete(athlete, player)
  const idOf = async (member: Member) =>
    (await askAs<{ user: { id: string } }>(request, member, 'get', 'account')).user.id
  return { owner, agent, player, organization, athlete, ask, idOf }
}

test('an agent makes tasks from a note and a call, and completes one on Home', async ({ page, request }) => {
  const { agent, organization, athlete } = await makeAgency(request)
  await page.setViewportSize(phone)
  await enter(page, agent, `/organizations/${organization}/athletes/${athlete}`)
  await expect(heading(page, 'Jonah Okoye')).toBeVisible()
  const tasks = page.getByRole('region', { name: /^Tasks/ })

  await test.step('one line, with the day as a chip', async () => {
    await tasks.getByRole('button', { name: 'Add task' }).click()
    await tasks.getByLabel('New task').fill('Send the kit Feb 30')
    await expect(tasks.getByText('There is no Feb 30. It stays in the text.')).toBeVisible()
    await tasks.getByLabel('New task').fill('Send the kit today')
    await expect(tasks.getByRole('button', { name: 'Remove the day' })).toBeVisible()
    await tasks.getByRole('button', { name: 'Add task' }).click()
    await expect(tasks.getByRole('button', { name: 'Send the kit', exact: true })).toBeVisible()
    await expect(tasks.getByText('Today')).toBeVisible()
  })

  await test.step('one tap on a note', async () => {
    await page.getByLabel('Write a note').fill('Knee is better')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Remind me of this entry' }).click()
    await page.getByRole('button', { name: 'Remind me tomorrow' }).click()
    await expect(page.getByText('Task added: Tomorrow.')).toBeVisible()
    await expect(tasks.getByText(/^Follow up/)).toBeVisible()
  })

  await test.step('the next step of a call', async () => {
    await page.getByRole('button', { name: 'Log call', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Next step').fill('Send the term sheet')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText(/Enter what to do and a day/)).toBeVisible()
    await dialog.getByLabel('Next step').fill('Send the term sheet in 2 weeks')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(tasks.getByRole('button', { name: 'Send the term sheet', exact: true })).toBeVisible()
    await expectAccessibleAndResponsive(page)
    await page.setViewportSize(phone)
  })

  await test.step('Home has it, completes it and takes that back', async () => {
    await page.goto(`${PLATFORM}/organizations/${organization}`)
    await page.getByRole('button', { name: 'Complete: Send the kit' }).click()
    await expect(page.getByText('Completed: Send the kit')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Complete: Send the kit' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('button', { name: 'Complete: Send the kit' })).toBeVisible()
  })
})

test('open tasks of a removed member go to the athlete’s manager, here the owner', async ({ page, request }) => {
  const { owner, agent, organization, athlete, ask, idOf } = await makeAgency(request)
  const about = { kind: 'athlete', id: athlete }
  await ask(owner, 'tasks', { title: 'Call the club', about, day: today, assigneeId: await idOf(agent) })
  await askAs(request, owner, 'delete', `organizations/${organization}/people/${await idOf(agent)}`)
  await page.setViewportSize(phone)
  await enter(page, owner, `/organizations/${organization}`)
  await expect(page.getByRole('button', { name: 'Complete: Call the club' })).toBeVisible()
  await page.goto(`${PLATFORM}/organizations/${organization}/tasks`)
  await expect(page.getByRole('link', { name: 'Call the club', exact: true })).toBeVisible()
  await expectScreen(page, 'Tasks')
})

test('an athlete gets a task, completes it, and the agent is told', async ({ page, request }) => {
  const { agent, player, organization, athlete, ask, idOf } = await makeAgency(request)
  const about = { kind: 'athlete', id: athlete }
  await ask(agent, 'tasks', { title: 'Send your sizes', about, day: today, assigneeId: await idOf(player) })
  await ask(agent, 'tasks', { title: 'Talk about the athlete', about, day: today })
  await page.setViewportSize(phone)
  await enter(page, player, `/organizations/${organization}`)
  await expect(page.getByRole('heading', { name: 'Send your sizes' })).toBeVisible()
  await expect(page.getByText('Talk about the athlete')).toHaveCount(0)
  await page.getByRole('button', { name: 'Complete: Send your sizes' }).click()
  await expect(page.getByText('Completed: Send your sizes')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Send your sizes' })).toHaveCount(0)
  const { rows } = await askAs<{ rows: { kind: string }[] }>(
    request,
    agent,
    'get',
    `organizations/${organization}/notifications`,
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['task-completed'])
  await page.goto(`${PLATFORM}/organizations/${organization}/tasks?state=done`)
  await expect(page.getByText('Send your sizes')).toBeVisible()
  await expectScreen(page, 'Tasks')
})

test('tasks are in the calendar, in search and in a list with keys', async ({ page, request }) => {
  const { agent, organization, athlete, ask } = await makeAgency(request)
  const about = { kind: 'athlete', id: athlete }
  for (const [index, title] of ['Book flights', 'Check visa', 'Draft renewal'].entries())
    await ask(agent, 'tasks', { title, about, day: addDays(today, index) })
  await page.setViewportSize({ width: 1280, height: 800 })
  await enter(page, agent, `/organizations/${organization}/tasks`)
  await expect(page.getByRole('link', { name: 'Draft renewal', exact: true })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Task' })
  await expect(dialog.getByLabel('Task', { exact: true })).toHaveValue('Check visa')
  await expectAccessibleAndResponsive(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.keyboard.press('Control+k')
  await page.getByLabel('Search, jump or ask').fill('renewal')
  await page.getByRole('option', { name: /Draft renewal/ }).click()
  await expect(dialog.getByLabel('Task', { exact: true })).toHaveValue('Draft renewal')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('row', { name: /Draft renewal/ }).focus()
  await page.keyboard.press('c')
  await expect(page.getByText('Completed: Draft renewal')).toBeVisible()
  await page.goto(`${PLATFORM}/organizations/${organization}/calendar?kind=task`)
  await expect(page.getByRole('link', { name: /Task: Book flights/ })).toBeVisible()
  await expectScreen(page, 'Calendar')
})
