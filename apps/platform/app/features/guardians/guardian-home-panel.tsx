import type { Guardianship } from '@sherpa/contracts/guardian'
import { Panel } from '@sherpa/ui/panel'
import { Avatar } from '../../frame/avatar.tsx'
import { WorkItem, WorkItems, WorkLink } from '../organizations/home/work-items.tsx'

/** Home of guardians without an organization. */
export function GuardianHomePanel({ guardianships }: { guardianships: Guardianship[] }) {
  const next = guardianships.find(({ confirmedAt }) => !confirmedAt)
  return (
    <Panel title="Your guardianships">
      <WorkItems>
        {guardianships.map(({ id, athlete, organization, confirmedAt }) => (
          <WorkItem
            key={id}
            picture={<Avatar name={athlete} size="regular" />}
            title={athlete}
            about={confirmedAt ? organization : `${organization} asks you to confirm`}
          >
            <WorkLink
              to="/account/guardianships"
              name={confirmedAt ? `Open ${athlete}` : `Answer for ${athlete}`}
              isNext={next ? next.id === id : guardianships[0]?.id === id}
            >
              {confirmedAt ? 'Open' : 'Answer'}
            </WorkLink>
          </WorkItem>
        ))}
      </WorkItems>
    </Panel>
  )
}
