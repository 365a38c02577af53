/** Cells of the file. It scrolls by itself. */
export function CellTable({
  label,
  heads,
  rows,
}: {
  label: string
  heads: readonly string[]
  rows: readonly (readonly string[])[]
}) {
  return (
    <section aria-label={label} tabIndex={0} className="max-h-96 w-full overflow-auto border border-line">
      <table className="text-xs">
        <thead>
          <tr>
            {heads.map((head, at) => (
              <th
                // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by index.
                key={at}
                scope="col"
                className="sticky top-0 bg-snow px-3 py-2 text-left font-semibold whitespace-nowrap"
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by index.
            <tr key={line} className="border-t border-line">
              {heads.map((_, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={at} className="max-w-64 truncate px-3 py-1.5">
                  {cells[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
