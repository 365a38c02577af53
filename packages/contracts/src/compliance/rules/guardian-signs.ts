import { isMinor } from '../../age.ts'
import { hasBeenSigned } from '../../deal-stage.ts'
import type { AgreementInput, DealInput, SharedRule, Verdict } from '../judgment.ts'
import { minority, signedDay } from '../subject.ts'
import { attention, blocked, fine } from '../verdicts.ts'

export const guardianSigns: SharedRule = {
  id: 'guardian-signs',
  title: 'A parent or guardian signs for a minor',
  subject: 'both',
  canBlock: true,
  versions: [
    {
      number: 1,
      from: '2004-09-24',
      until: null,
      status: 'in-force',
      source: {
        name: '15 U.S.C. 7802(b) (SPARTA)',
        url: 'https://www.govregs.com/uscode/expand/title15_chapter104_section7802',
      },
      readOn: '2026-11-18',
      confidence: 'read',
      demands:
        'If the athlete is under 18 on the day of signing, a parent or guardian signs. An unknown birth date counts as under 18, except for pros. Approval needs a verified guardian.',
      judge,
    },
  ],
}

function judge(input: DealInput | AgreementInput): Verdict {
  const { isMinor: isMinorAtSigning, because, missing } = minority(input)
  if (!isMinorAtSigning) return fine('The athlete is not a minor, so no guardian needs to sign.')
  const { signedByGuardian } = input.subject === 'deal' ? input.deal : input.agreement
  if (signedByGuardian) return fine(`${because}, and a guardian signed.`, { missing })
  const isSigned = input.subject === 'deal' ? hasBeenSigned(input.deal.stage) : signedDay(input) !== null
  if (isSigned) {
    return blocked(`${because}, but no guardian signed.`, {
      // Coming of age ends the guardian's right to sign.
      todo: isMinor(input.today, input.athlete)
        ? 'Get the signature of a parent or guardian.'
        : 'A guardian can no longer sign. Have the athlete, who is an adult now, confirm the deal in writing.',
      missing,
    })
  }
  if (input.athlete.hasGuardian) {
    return attention(`${because}, so a guardian must sign before the athlete.`, {
      todo: 'Ask the guardian to sign.',
      missing,
    })
  }
  return blocked(`${because}, and no guardian is verified who could sign.`, {
    todo:
      missing.length > 0
        ? 'Enter the birth date, or have a parent or guardian verified.'
        : 'Have a parent or guardian verified.',
    missing,
  })
}
