/** The head of a data table. What stands in the last column needs no name to see, but one to hear. */
export function ColumnHeads({ names, last }: { names: string[]; last: string }) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
        <th scope="col">
          <span className="sr-only">{last}</span>
        </th>
      </tr>
    </thead>
  )
}
