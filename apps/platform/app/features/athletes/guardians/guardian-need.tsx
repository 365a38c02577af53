import { type Athlete, contactRelations } from '@sherpa/contracts/athlete'
import { buttonClass } from '@sherpa/ui/button'
import { Link } from 'react-router'
import { Avatar } from '../../../frame/avatar.tsx'
import { NeedIcon } from '../../home/needs-list.tsx'
import { guardianToAsk, InviteGuardianButton } from './invite-guardian-button.tsx'

/** The first row of what needs attention about a minor without a confirmed guardian. */
export function GuardianNeed({ athlete }: { athlete: Athlete }) {
  const contact = guardianToAsk(athlete)
  const isAsked = contact?.guardian === 'invited'
  return (
    <li className="flex min-h-13 items-center gap-x-3 py-1.5 text-sm max-md:py-2">
      {contact ? <Avatar name={contact.name} size="regular" /> : <NeedIcon name="people" />}
      <div className="min-w-0 flex-1">
        <p className="text-base font-medium break-words text-ink">
          {isAsked ? 'Guardian not confirmed yet' : 'No confirmed guardian'}
        </p>
        <p className="text-xs break-words text-grey">
          {contact
            ? `${contact.name}, ${(contact.title ?? contactRelations[contact.relation]).toLowerCase()}${isAsked ? ', was asked by email' : ''}`
            : 'Add a parent or guardian with an email address.'}
        </p>
      </div>
      {contact ? (
        <InviteGuardianButton
          athlete={athlete}
          contact={contact}
          look={isAsked ? 'secondary' : 'primary'}
          label="Ask to confirm"
        />
      ) : (
        <Link to="#add-contact" preventScrollReset className={buttonClass({ size: 'small' })}>
          Add contact
        </Link>
      )}
    </li>
  )
}
