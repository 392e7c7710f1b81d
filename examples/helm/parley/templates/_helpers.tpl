{{- define "parley.labels" -}}
app.kubernetes.io/name: parley
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
{{- end }}

{{- define "parley.selector" -}}
app.kubernetes.io/name: parley
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "parley.secret" -}}
{{ .Values.existingSecret | default .Release.Name }}
{{- end }}

{{- define "parley.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "parley.container" -}}
name: parley
image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
envFrom:
  - secretRef: { name: {{ include "parley.secret" . }} }
# The port opens when the migrations are done.
startupProbe:
  httpGet: { path: /readyz, port: metrics }
  periodSeconds: 2
  failureThreshold: {{ div .Values.startupSeconds 2 }}
livenessProbe:
  httpGet: { path: /healthz, port: metrics }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
{{- end }}

{{- define "parley.env" -}}
- { name: PARLEY_METRICS_HOST, value: 0.0.0.0 }
- { name: PARLEY_METRICS_PORT, value: {{ .Values.metricsPort | quote }} }
{{- if .Values.recordings.endpoint }}
- { name: PARLEY_RECORDINGS_S3_ENDPOINT, value: {{ .Values.recordings.endpoint | quote }} }
- { name: PARLEY_RECORDINGS_S3_BUCKET, value: {{ .Values.recordings.bucket | quote }} }
- { name: PARLEY_RECORDINGS_S3_REGION, value: {{ .Values.recordings.region | quote }} }
{{- end }}
{{- range $name, $value := .Values.settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}
