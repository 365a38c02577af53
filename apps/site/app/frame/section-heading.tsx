export function SectionHeading({ title, lead }: { title: string; lead?: string }) {
  return (
    <>
      <h2 className="text-heading">{title}</h2>
      {lead && <p className="mt-4 max-w-2xl text-lg">{lead}</p>}
    </>
  )
}
