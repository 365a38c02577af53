/** Table header. The name of the last column is for screen readers only. */
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
