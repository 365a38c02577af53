import { NavLink } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'
import { besideCalendarOf } from '../../frame/calendar-sections.ts'
import { tabClass, tabsClass } from '../../frame/tabs.ts'

export function CalendarTabs() {
  const organization = useOrganization()
  return (
    <nav aria-label="Calendar" className={tabsClass}>
      <NavLink to={`/organizations/${organization.id}/calendar`} end className={tabClass}>
        Month
      </NavLink>
      {besideCalendarOf(organization).map(({ to, label }) => (
        <NavLink key={to} to={to} className={tabClass}>
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
