import { expect, test } from 'vitest'
import { labels, roleNamed, stageNamed } from './labels.ts'

test('stages and the agent’s role are named by type of organization', () => {
  const named = Object.values(labels).map(({ stages, roles }) => [...Object.values(stages), roles.agent])
  expect(named).toEqual([
    ['Prospect', 'Recruiting', 'Signed', 'Former', 'Agent'],
    ['Prospect', 'Recruiting', 'On roster', 'Former', 'Administrator'],
    ['Prospect', 'Recruiting', 'Enrolled', 'Former', 'Administrator'],
    ['Prospect', 'In talks', 'Member', 'Former', 'Manager'],
  ])
})

test('translates stored names and keeps other text', () => {
  expect(roleNamed('Agent', labels.collective)).toBe('Manager')
  expect(roleNamed('Scout', labels.collective)).toBe('Scout')
  expect(stageNamed('Recruiting', labels.collective)).toBe('In talks')
})
