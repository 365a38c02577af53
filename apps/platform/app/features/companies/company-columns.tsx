import { type CompanyRow, companyKinds } from '@sherpa/contracts/company'
import { productCategories } from '@sherpa/contracts/exclusivity'
import { Link } from 'react-router'
import { AgoOrNever, Day } from '../../data/moments.tsx'
import { Avatar } from '../../frame/avatar.tsx'
import type { Column } from '../../list/list-table.tsx'
import { OwnBadge } from './own-badge.tsx'

export function companyColumns(organization: string): Column<CompanyRow>[] {
  return [
    {
      id: 'name',
      head: 'Name',
      sort: 'name',
      shown: 'always',
      width: 'name',
      place: 'name',
      cell: (company) => <CompanyLink organization={organization} company={company} />,
    },
    { id: 'kind', head: 'Kind', width: 'short', place: 'detail', cell: (company) => <Kind company={company} /> },
    {
      id: 'category',
      head: 'Category',
      from: 'laptop',
      cell: ({ category }) => category && productCategories[category],
    },
    {
      id: 'owner',
      head: 'Parent company',
      shown: 'on-demand',
      width: 'medium',
      from: 'laptop',
      cell: ({ parent }) => parent?.name,
    },
    {
      id: 'deals',
      head: 'Deals',
      width: 'short',
      align: 'end',
      place: 'side',
      cell: ({ deals }) => <Deals count={deals} />,
    },
    {
      id: 'contact',
      head: 'Last contact',
      sort: 'contact',
      width: 'short',
      align: 'end',
      from: 'laptop',
      place: 'state',
      cell: ({ lastContactAt }) => <AgoOrNever at={lastContactAt} />,
    },
    {
      id: 'added',
      head: 'Added',
      sort: 'added',
      shown: 'on-demand',
      width: 'short',
      align: 'end',
      from: 'laptop',
      cell: ({ createdAt }) => <Day at={createdAt} />,
    },
  ]
}

function CompanyLink({ organization, company: { id, name, isSelf } }: { organization: string; company: CompanyRow }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <span className="max-md:hidden">
        <Avatar name={name} shape="organization" />
      </span>
      <Link
        to={`/organizations/${organization}/companies/${id}`}
        className="truncate text-base font-medium text-ink hover:underline"
      >
        {name}
      </Link>
      {isSelf && <OwnBadge />}
    </span>
  )
}

/** On phones with the category, which has no column there. */
function Kind({ company: { kind, category } }: { company: CompanyRow }) {
  return (
    <>
      {companyKinds[kind]}
      {category && <span className="md:hidden">, {productCategories[category]}</span>}
    </>
  )
}

/** Phones have no column heads. */
function Deals({ count }: { count: number }) {
  return (
    <span className={`tabular-nums ${count === 0 ? 'text-grey' : ''}`}>
      {count}
      <span className="md:hidden"> {count === 1 ? 'deal' : 'deals'}</span>
    </span>
  )
}
