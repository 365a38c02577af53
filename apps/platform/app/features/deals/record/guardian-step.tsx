import type { Deal } from '@sherpa/contracts/deal'
import { guardianStepInWords } from '@sherpa/contracts/guardian-step'
import { textLinkClass } from '@sherpa/ui/text-link'
import { Link } from 'react-router'
import { useOrganization } from '../../../frame/account-context.ts'

/** What is missing until a guardian can sign, with the person it is about and the button that does it. */
export function GuardianStepLine({ deal: { athlete, guardianStep }, onLeave }: { deal: Deal; onLeave?: () => void }) {
  const { id: organization, may } = useOrganization()
  if (!guardianStep) return null
  const { sentence, button } = guardianStepInWords(guardianStep)
  const { step, id, byColleague } = guardianStep
  const mayAct = may('athletes.sensitive') && (step === 'verify' || may('athletes.edit'))
  const hashes = {
    verify: byColleague ? '' : `#verify-${id}`,
    wait: `#ask-${id}`,
    ask: `#ask-${id}`,
    add: '#add-contact',
    reach: '',
  }
  return (
    <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm break-words">
      {sentence}{' '}
      {mayAct ? (
        <Link
          to={`/organizations/${organization}/athletes/${athlete.id}${hashes[step]}`}
          onClick={onLeave}
          className={`touch-area ${textLinkClass}`}
        >
          {button}
        </Link>
      ) : (
        'Ask someone who can see and edit the contacts.'
      )}
    </p>
  )
}
