import { type Total, totalInWords } from '@sherpa/contracts/list'
import { NavLink } from 'react-router'
import { useOrganization } from '../../../frame/account-context.ts'
import { tabClass, tabsClass } from '../../../frame/tabs.ts'

/** Members and open invitations. */
export function PeopleTabs({ counts }: { counts: { members: Total; invitations: Total } | undefined }) {
  const { id } = useOrganization()
  return (
    <nav aria-label="People" className={`${tabsClass} max-md:mr-0`}>
      <Tab to={`/organizations/${id}/people`} total={counts?.members}>
        Members
      </Tab>
      <Tab to={`/organizations/${id}/people/invitations`} total={counts?.invitations}>
        Open invitations
      </Tab>
    </nav>
  )
}

function Tab({ to, total, children }: { to: string; total: Total | undefined; children: string }) {
  return (
    <NavLink to={to} end className={`${tabClass} gap-1.5`}>
      {children}
      {total && <span className="text-xs text-grey tabular-nums">{totalInWords(total)}</span>}
    </NavLink>
  )
}
