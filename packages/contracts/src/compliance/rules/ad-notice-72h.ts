import { addDays, endOfDay } from '../../days.ts'
import { athleticDirectorDue } from '../deadlines.ts'
import type { AgreementInput, AgreementRule, Verdict } from '../judgment.ts'
import { deadlineInWords, signedDay } from '../subject.ts'
import { attention, cannotJudge, notApplicable } from '../verdicts.ts'

export const adNotice72h: AgreementRule = {
  id: 'ad-notice-72h',
  title: '72-hour notice to the athletic director',
  subject: 'agreement',
  canBlock: false,
  hasFiling: true,
  versions: [
    {
      number: 1,
      from: '2004-09-24',
      until: null,
      status: 'in-force',
      source: {
        name: '15 U.S.C. 7802 and 7805 (SPARTA)',
        url: 'https://www.lawserver.com/law/country/us/code/15_usc_7805',
      },
      readOn: '2026-11-18',
      confidence: 'read',
      demands:
        'Agent and student athlete each tell the athletic director of the agency contract within 72 hours of signing, or before the next event in which the athlete may take part if that is sooner; the agent does so in writing.',
      judge,
    },
  ],
}

function judge(input: AgreementInput): Verdict {
  const { agreement, athlete, organization } = input
  if (athlete.level === 'pro') return notApplicable('The notice is for student athletes.')
  const signedOn = signedDay(input)
  if (!signedOn) return cannotJudge('agreement.signedAt')
  // Without a time, the 72 hours count from the start of the day.
  const signedAt = agreement.signedAt ?? endOfDay(addDays(signedOn, -1), organization.zone)
  const due = athleticDirectorDue(signedAt, signedOn, agreement.nextEventOn, organization.zone)
  if (!agreement.signedAt) return cannotJudge('agreement.signedAt', due)
  if (!athlete.school) return cannotJudge('athlete.school', due)
  if (!athlete.school.athleticDirectorEmail) return cannotJudge('school.athleticDirector', due)
  return attention(
    `The written notice to the athletic director of ${athlete.school.name} ${deadlineInWords(due, input)}.`,
    {
      todo: 'Send the notice and keep proof, and ask the athlete to tell the athletic director as well.',
      due,
    },
  )
}
