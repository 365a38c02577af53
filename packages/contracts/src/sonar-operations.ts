import { operations } from './operation.ts'
import { engineChange, engineSetting, newSearch, searchHistory, sonarAnswer, sonarQuestion } from './sonar/answer.ts'

const history = '/organizations/:organization/sonar/history'

export const sonarOperations = operations({
  askSonar: {
    method: 'POST',
    path: '/organizations/:organization/sonar/questions',
    summary: 'Read a question as filters of a list or as a figure, with the number of rows. Stores nothing',
    access: 'member',
    notForAthletes: true,
    body: sonarQuestion,
    answer: { status: 200, about: 'How the question was read, and where its answer is', schema: sonarAnswer },
    reads: ['SonarSearch', 'Revenue'],
  },
  searchHistory: {
    method: 'GET',
    path: history,
    summary: 'The caller’s own questions, latest first. Nobody else sees them',
    access: 'member',
    notForAthletes: true,
    answer: { status: 200, about: 'At most 200, of the last 12 months', schema: searchHistory },
    reads: ['SearchHistory'],
  },
  recordSearch: {
    method: 'POST',
    path: history,
    summary: 'Keep a question in the caller’s history. The same question moves to the top',
    access: 'member',
    notForAthletes: true,
    body: newSearch,
    answer: { status: 204, about: 'Kept' },
    changes: ['SearchHistory'],
  },
  forgetSearch: {
    method: 'DELETE',
    path: `${history}/:search`,
    summary: 'Delete a question from the caller’s history',
    access: 'member',
    notForAthletes: true,
    answer: { status: 204, about: 'Deleted' },
    changes: ['SearchHistory'],
  },
  forgetSearches: {
    method: 'DELETE',
    path: history,
    summary: 'Delete the caller’s history',
    access: 'member',
    notForAthletes: true,
    answer: { status: 204, about: 'Deleted' },
    changes: ['SearchHistory'],
  },
  sonarEngine: {
    method: 'GET',
    path: '/organizations/:organization/sonar/engine',
    summary: 'Whether an AI may read what rules leave over',
    access: 'organization.edit',
    answer: { status: 200, about: 'The setting', schema: engineSetting },
    reads: ['SonarSearch'],
  },
  setSonarEngine: {
    method: 'PUT',
    path: '/organizations/:organization/sonar/engine',
    summary: 'Let an AI read what rules leave over, or not. It receives questions without names, and no data',
    access: 'permissions.edit',
    body: engineChange,
    answer: { status: 204, about: 'Saved' },
    changes: ['SonarSearch'],
  },
})
