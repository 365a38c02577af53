import { monthInWords } from './periods.ts'

/** Columns of a table below bars of months. The bars show the names, so only screen readers get them here. */
export function MonthHead({ months }: { months: readonly { month: string }[] }) {
  return (
    <>
      <colgroup>
        <col />
        <col span={months.length} />
      </colgroup>
      <thead className="sr-only">
        <tr>
          <th scope="col">Amounts</th>
          {months.map(({ month }) => (
            <th key={month} scope="col">
              {monthInWords(month)}
            </th>
          ))}
        </tr>
      </thead>
    </>
  )
}
