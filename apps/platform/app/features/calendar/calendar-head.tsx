import type { ComponentProps } from 'react'
import { NavLink } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'
import { besideCalendarOf } from '../../frame/calendar-sections.ts'
import { SectionMenu } from '../../frame/section-menu.tsx'
import { tabClass, tabsClass } from '../../frame/tabs.ts'
import { ListHead } from '../../list/list-head.tsx'

/** The head of the calendar's screens, with links to the others: tabs, or on phones a menu. */
export function CalendarHead(parts: Omit<ComponentProps<typeof ListHead>, 'within' | 'lead'>) {
  const organization = useOrganization()
  const month = `/organizations/${organization.id}/calendar`
  const sections = [
    { name: 'Month', to: month },
    ...besideCalendarOf(organization).map(({ to, label }) => ({ name: label, to })),
  ]
  return (
    <>
      <ListHead within={organization.name} lead={<SectionMenu label="Calendar" sections={sections} />} {...parts} />
      <nav aria-label="Calendar" className={`${tabsClass} max-md:hidden`}>
        {sections.map(({ name, to }) => (
          <NavLink key={to} to={to} end={to === month} className={tabClass}>
            {name}
          </NavLink>
        ))}
      </nav>
    </>
  )
}
