import { spokenDay } from '@sherpa/contracts/days'
import type { Packet } from '@sherpa/contracts/disclosure'
import { disclosureKinds } from '@sherpa/contracts/disclosure-state'
import { finish, letterhead, newPaper, row, rule, SLATE, write } from '../../pdf/pdf-paper.ts'

export type PacketPaper = {
  organization: string
  packet: Packet
  title: string | null
  /** As filed; null for a draft. */
  hash: string | null
  today: string
}

/** Renders a packet as a PDF. */
export async function drawPacket({ organization, packet, title, hash, today }: PacketPaper): Promise<Buffer> {
  const heading = `${title ?? disclosureKinds[packet.kind]}: ${packet.athlete}`
  const { document, width } = await newPaper({
    size: 'LETTER',
    title: heading,
    author: organization,
    createdAt: new Date(today),
  })
  const note = (text: string) => write(document, text, { width, color: SLATE, gap: 4 })
  letterhead(document, organization, width)
  write(document, heading, { width, size: 16, weight: 700, gap: 4 })
  note(hash ? 'As filed' : `Draft of ${spokenDay(today)}, not filed`)
  for (const [group, fields] of Map.groupBy(packet.fields, (field) => field.group)) {
    document.y += 12
    write(document, group, { width, weight: 700, size: 12, gap: 4 })
    rule(document, width)
    for (const { label, value, hidden } of fields) {
      row(document, [label, hidden ? 'Hidden' : (value ?? 'Missing')], [150, width - 150], { firstColor: SLATE })
    }
  }
  document.y += 16
  if (hash) note(`SHA-256 of the packet: ${hash}`)
  note(packet.disclaimer)
  return finish(document, width)
}
