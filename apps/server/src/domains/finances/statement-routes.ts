import { statementOperations } from '@sherpa/contracts/statement-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import { fileHeaders } from '../../http/file-headers.ts'
import type { Statements } from './statements.ts'

export function statementRoutes(
  endpoint: DefineEndpoint,
  { statements, onMail }: { statements: Statements; onMail: () => void },
) {
  endpoint(statementOperations.statement, { limits: 'none' }, ({ parameter, query, ...viewer }) =>
    statements.of(viewer, parameter('athlete'), query),
  )
  endpoint(
    statementOperations.statementPdf,
    { limits: { person: 120 } },
    async ({ parameter, query, reply, ...viewer }) => {
      const { pdf, name } = await statements.pdf(viewer, parameter('athlete'), query)
      return reply.headers(fileHeaders({ name, type: 'application/pdf', size: pdf.length })).send(pdf)
    },
  )
  endpoint(statementOperations.sendStatement, { limits: { person: 100 } }, async ({ parameter, body, ...viewer }) => {
    const sent = await statements.send(viewer, parameter('athlete'), body)
    onMail()
    return sent
  })
}
