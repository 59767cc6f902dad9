; split 2 by 128 as loop
; split 5 by 16 as vector
; mark 6 as unroll
; split 3 by 128 as loop
; split 9 by 16 as vector
; mark 10 as unroll
; split 1 by 16 as vector
; mark 0 as grid
declare <16 x float> @llvm.fmuladd.v16f32(<16 x float>, <16 x float>, <16 x float>)
define void @fold_64_256_over_256_256(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %acc30 = alloca <16 x float>
  %acc31 = alloca <16 x float>
  %acc32 = alloca <16 x float>
  %acc33 = alloca <16 x float>
  %acc34 = alloca <16 x float>
  %acc35 = alloca <16 x float>
  %acc36 = alloca <16 x float>
  %acc37 = alloca <16 x float>
  %acc38 = alloca <16 x float>
  %acc39 = alloca <16 x float>
  %acc40 = alloca <16 x float>
  %acc41 = alloca <16 x float>
  %acc42 = alloca <16 x float>
  %acc43 = alloca <16 x float>
  %acc44 = alloca <16 x float>
  %acc45 = alloca <16 x float>
  br label %g0.head
g0.head:
  %g0 = phi i64 [ %begin, %entry ], [ %g0.next, %g0.last ]
  %g0.more = icmp slt i64 %g0, %end
  br i1 %g0.more, label %g0.body, label %g0.done
g0.body:
  %v0 = mul nsw i64 %g0, 256
  store <16 x float> splat (float 0xFFF0000000000000), ptr %acc30
  store <16 x float> splat (float 0xFFF0000000000000), ptr %acc31
  store <16 x float> splat (float 0xFFF0000000000000), ptr %acc32
  store <16 x float> splat (float 0xFFF0000000000000), ptr %acc33
  store <16 x float> splat (float 0xFFF0000000000000), ptr %acc34
  store <16 x float> splat (float 0xFFF0000000000000), ptr %acc35
  store <16 x float> splat (float 0xFFF0000000000000), ptr %acc36
  store <16 x float> splat (float 0xFFF0000000000000), ptr %acc37
  store <16 x float> splat (float 0x0000000000000000), ptr %acc38
  store <16 x float> splat (float 0x0000000000000000), ptr %acc39
  store <16 x float> splat (float 0x0000000000000000), ptr %acc40
  store <16 x float> splat (float 0x0000000000000000), ptr %acc41
  store <16 x float> splat (float 0x0000000000000000), ptr %acc42
  store <16 x float> splat (float 0x0000000000000000), ptr %acc43
  store <16 x float> splat (float 0x0000000000000000), ptr %acc44
  store <16 x float> splat (float 0x0000000000000000), ptr %acc45
  br label %r1.head
r1.head:
  %r1 = phi i64 [ 0, %g0.body ], [ %r1.next, %r1.last ]
  %r1.more = icmp slt i64 %r1, 2
  br i1 %r1.more, label %r1.body, label %r1.done
r1.body:
  %v1 = mul nsw i64 %r1, 128
  %v2 = add nsw i64 %v0, %v1
  %v3 = getelementptr inbounds float, ptr %d1, i64 %v2
  %v4 = load <16 x float>, ptr %v3, align 4
  %v5 = load <16 x float>, ptr %acc30
  %v6 = fcmp ogt <16 x float> %v5, %v4
  %v7 = select <16 x i1> %v6, <16 x float> %v5, <16 x float> %v4
  %v8 = fcmp uno <16 x float> %v5, splat (float 0x0000000000000000)
  %v9 = select <16 x i1> %v8, <16 x float> %v5, <16 x float> %v7
  store <16 x float> %v9, ptr %acc30
  %v10 = add nsw i64 %v2, 16
  %v11 = getelementptr inbounds float, ptr %d1, i64 %v10
  %v12 = load <16 x float>, ptr %v11, align 4
  %v13 = load <16 x float>, ptr %acc31
  %v14 = fcmp ogt <16 x float> %v13, %v12
  %v15 = select <16 x i1> %v14, <16 x float> %v13, <16 x float> %v12
  %v16 = fcmp uno <16 x float> %v13, splat (float 0x0000000000000000)
  %v17 = select <16 x i1> %v16, <16 x float> %v13, <16 x float> %v15
  store <16 x float> %v17, ptr %acc31
  %v18 = add nsw i64 %v2, 32
  %v19 = getelementptr inbounds float, ptr %d1, i64 %v18
  %v20 = load <16 x float>, ptr %v19, align 4
  %v21 = load <16 x float>, ptr %acc32
  %v22 = fcmp ogt <16 x float> %v21, %v20
  %v23 = select <16 x i1> %v22, <16 x float> %v21, <16 x float> %v20
  %v24 = fcmp uno <16 x float> %v21, splat (float 0x0000000000000000)
  %v25 = select <16 x i1> %v24, <16 x float> %v21, <16 x float> %v23
  store <16 x float> %v25, ptr %acc32
  %v26 = add nsw i64 %v2, 48
  %v27 = getelementptr inbounds float, ptr %d1, i64 %v26
  %v28 = load <16 x float>, ptr %v27, align 4
  %v29 = load <16 x float>, ptr %acc33
  %v30 = fcmp ogt <16 x float> %v29, %v28
  %v31 = select <16 x i1> %v30, <16 x float> %v29, <16 x float> %v28
  %v32 = fcmp uno <16 x float> %v29, splat (float 0x0000000000000000)
  %v33 = select <16 x i1> %v32, <16 x float> %v29, <16 x float> %v31
  store <16 x float> %v33, ptr %acc33
  %v34 = add nsw i64 %v2, 64
  %v35 = getelementptr inbounds float, ptr %d1, i64 %v34
  %v36 = load <16 x float>, ptr %v35, align 4
  %v37 = load <16 x float>, ptr %acc34
  %v38 = fcmp ogt <16 x float> %v37, %v36
  %v39 = select <16 x i1> %v38, <16 x float> %v37, <16 x float> %v36
  %v40 = fcmp uno <16 x float> %v37, splat (float 0x0000000000000000)
  %v41 = select <16 x i1> %v40, <16 x float> %v37, <16 x float> %v39
  store <16 x float> %v41, ptr %acc34
  %v42 = add nsw i64 %v2, 80
  %v43 = getelementptr inbounds float, ptr %d1, i64 %v42
  %v44 = load <16 x float>, ptr %v43, align 4
  %v45 = load <16 x float>, ptr %acc35
  %v46 = fcmp ogt <16 x float> %v45, %v44
  %v47 = select <16 x i1> %v46, <16 x float> %v45, <16 x float> %v44
  %v48 = fcmp uno <16 x float> %v45, splat (float 0x0000000000000000)
  %v49 = select <16 x i1> %v48, <16 x float> %v45, <16 x float> %v47
  store <16 x float> %v49, ptr %acc35
  %v50 = add nsw i64 %v2, 96
  %v51 = getelementptr inbounds float, ptr %d1, i64 %v50
  %v52 = load <16 x float>, ptr %v51, align 4
  %v53 = load <16 x float>, ptr %acc36
  %v54 = fcmp ogt <16 x float> %v53, %v52
  %v55 = select <16 x i1> %v54, <16 x float> %v53, <16 x float> %v52
  %v56 = fcmp uno <16 x float> %v53, splat (float 0x0000000000000000)
  %v57 = select <16 x i1> %v56, <16 x float> %v53, <16 x float> %v55
  store <16 x float> %v57, ptr %acc36
  %v58 = add nsw i64 %v2, 112
  %v59 = getelementptr inbounds float, ptr %d1, i64 %v58
  %v60 = load <16 x float>, ptr %v59, align 4
  %v61 = load <16 x float>, ptr %acc37
  %v62 = fcmp ogt <16 x float> %v61, %v60
  %v63 = select <16 x i1> %v62, <16 x float> %v61, <16 x float> %v60
  %v64 = fcmp uno <16 x float> %v61, splat (float 0x0000000000000000)
  %v65 = select <16 x i1> %v64, <16 x float> %v61, <16 x float> %v63
  store <16 x float> %v65, ptr %acc37
  br label %r1.last
r1.last:
  %r1.next = add nsw i64 %r1, 1
  br label %r1.head
r1.done:
  %v66 = load <16 x float>, ptr %acc30
  %v67 = load <16 x float>, ptr %acc31
  %v68 = load <16 x float>, ptr %acc32
  %v69 = load <16 x float>, ptr %acc33
  %v70 = load <16 x float>, ptr %acc34
  %v71 = load <16 x float>, ptr %acc35
  %v72 = load <16 x float>, ptr %acc36
  %v73 = load <16 x float>, ptr %acc37
  %v74 = fcmp ogt <16 x float> %v66, %v67
  %v75 = select <16 x i1> %v74, <16 x float> %v66, <16 x float> %v67
  %v76 = fcmp uno <16 x float> %v66, splat (float 0x0000000000000000)
  %v77 = select <16 x i1> %v76, <16 x float> %v66, <16 x float> %v75
  %v78 = fcmp ogt <16 x float> %v68, %v69
  %v79 = select <16 x i1> %v78, <16 x float> %v68, <16 x float> %v69
  %v80 = fcmp uno <16 x float> %v68, splat (float 0x0000000000000000)
  %v81 = select <16 x i1> %v80, <16 x float> %v68, <16 x float> %v79
  %v82 = fcmp ogt <16 x float> %v77, %v81
  %v83 = select <16 x i1> %v82, <16 x float> %v77, <16 x float> %v81
  %v84 = fcmp uno <16 x float> %v77, splat (float 0x0000000000000000)
  %v85 = select <16 x i1> %v84, <16 x float> %v77, <16 x float> %v83
  %v86 = fcmp ogt <16 x float> %v70, %v71
  %v87 = select <16 x i1> %v86, <16 x float> %v70, <16 x float> %v71
  %v88 = fcmp uno <16 x float> %v70, splat (float 0x0000000000000000)
  %v89 = select <16 x i1> %v88, <16 x float> %v70, <16 x float> %v87
  %v90 = fcmp ogt <16 x float> %v72, %v73
  %v91 = select <16 x i1> %v90, <16 x float> %v72, <16 x float> %v73
  %v92 = fcmp uno <16 x float> %v72, splat (float 0x0000000000000000)
  %v93 = select <16 x i1> %v92, <16 x float> %v72, <16 x float> %v91
  %v94 = fcmp ogt <16 x float> %v89, %v93
  %v95 = select <16 x i1> %v94, <16 x float> %v89, <16 x float> %v93
  %v96 = fcmp uno <16 x float> %v89, splat (float 0x0000000000000000)
  %v97 = select <16 x i1> %v96, <16 x float> %v89, <16 x float> %v95
  %v98 = fcmp ogt <16 x float> %v85, %v97
  %v99 = select <16 x i1> %v98, <16 x float> %v85, <16 x float> %v97
  %v100 = fcmp uno <16 x float> %v85, splat (float 0x0000000000000000)
  %v101 = select <16 x i1> %v100, <16 x float> %v85, <16 x float> %v99
  %v102 = extractelement <16 x float> %v101, i64 0
  %v103 = extractelement <16 x float> %v101, i64 1
  %v104 = fcmp ogt float %v102, %v103
  %v105 = select i1 %v104, float %v102, float %v103
  %v106 = fcmp uno float %v102, 0x0000000000000000
  %v107 = select i1 %v106, float %v102, float %v105
  %v108 = extractelement <16 x float> %v101, i64 2
  %v109 = extractelement <16 x float> %v101, i64 3
  %v110 = fcmp ogt float %v108, %v109
  %v111 = select i1 %v110, float %v108, float %v109
  %v112 = fcmp uno float %v108, 0x0000000000000000
  %v113 = select i1 %v112, float %v108, float %v111
  %v114 = fcmp ogt float %v107, %v113
  %v115 = select i1 %v114, float %v107, float %v113
  %v116 = fcmp uno float %v107, 0x0000000000000000
  %v117 = select i1 %v116, float %v107, float %v115
  %v118 = extractelement <16 x float> %v101, i64 4
  %v119 = extractelement <16 x float> %v101, i64 5
  %v120 = fcmp ogt float %v118, %v119
  %v121 = select i1 %v120, float %v118, float %v119
  %v122 = fcmp uno float %v118, 0x0000000000000000
  %v123 = select i1 %v122, float %v118, float %v121
  %v124 = extractelement <16 x float> %v101, i64 6
  %v125 = extractelement <16 x float> %v101, i64 7
  %v126 = fcmp ogt float %v124, %v125
  %v127 = select i1 %v126, float %v124, float %v125
  %v128 = fcmp uno float %v124, 0x0000000000000000
  %v129 = select i1 %v128, float %v124, float %v127
  %v130 = fcmp ogt float %v123, %v129
  %v131 = select i1 %v130, float %v123, float %v129
  %v132 = fcmp uno float %v123, 0x0000000000000000
  %v133 = select i1 %v132, float %v123, float %v131
  %v134 = fcmp ogt float %v117, %v133
  %v135 = select i1 %v134, float %v117, float %v133
  %v136 = fcmp uno float %v117, 0x0000000000000000
  %v137 = select i1 %v136, float %v117, float %v135
  %v138 = extractelement <16 x float> %v101, i64 8
  %v139 = extractelement <16 x float> %v101, i64 9
  %v140 = fcmp ogt float %v138, %v139
  %v141 = select i1 %v140, float %v138, float %v139
  %v142 = fcmp uno float %v138, 0x0000000000000000
  %v143 = select i1 %v142, float %v138, float %v141
  %v144 = extractelement <16 x float> %v101, i64 10
  %v145 = extractelement <16 x float> %v101, i64 11
  %v146 = fcmp ogt float %v144, %v145
  %v147 = select i1 %v146, float %v144, float %v145
  %v148 = fcmp uno float %v144, 0x0000000000000000
  %v149 = select i1 %v148, float %v144, float %v147
  %v150 = fcmp ogt float %v143, %v149
  %v151 = select i1 %v150, float %v143, float %v149
  %v152 = fcmp uno float %v143, 0x0000000000000000
  %v153 = select i1 %v152, float %v143, float %v151
  %v154 = extractelement <16 x float> %v101, i64 12
  %v155 = extractelement <16 x float> %v101, i64 13
  %v156 = fcmp ogt float %v154, %v155
  %v157 = select i1 %v156, float %v154, float %v155
  %v158 = fcmp uno float %v154, 0x0000000000000000
  %v159 = select i1 %v158, float %v154, float %v157
  %v160 = extractelement <16 x float> %v101, i64 14
  %v161 = extractelement <16 x float> %v101, i64 15
  %v162 = fcmp ogt float %v160, %v161
  %v163 = select i1 %v162, float %v160, float %v161
  %v164 = fcmp uno float %v160, 0x0000000000000000
  %v165 = select i1 %v164, float %v160, float %v163
  %v166 = fcmp ogt float %v159, %v165
  %v167 = select i1 %v166, float %v159, float %v165
  %v168 = fcmp uno float %v159, 0x0000000000000000
  %v169 = select i1 %v168, float %v159, float %v167
  %v170 = fcmp ogt float %v153, %v169
  %v171 = select i1 %v170, float %v153, float %v169
  %v172 = fcmp uno float %v153, 0x0000000000000000
  %v173 = select i1 %v172, float %v153, float %v171
  %v174 = fcmp ogt float %v137, %v173
  %v175 = select i1 %v174, float %v137, float %v173
  %v176 = fcmp uno float %v137, 0x0000000000000000
  %v177 = select i1 %v176, float %v137, float %v175
  %v178 = insertelement <16 x float> poison, float %v177, i64 0
  %v179 = shufflevector <16 x float> %v178, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  br label %r2.head
r2.head:
  %r2 = phi i64 [ 0, %r1.done ], [ %r2.next, %r2.last ]
  %r2.more = icmp slt i64 %r2, 2
  br i1 %r2.more, label %r2.body, label %r2.done
r2.body:
  %v180 = mul nsw i64 %r2, 128
  %v181 = add nsw i64 %v0, %v180
  %v182 = getelementptr inbounds float, ptr %d1, i64 %v181
  %v183 = load <16 x float>, ptr %v182, align 4
  %v184 = fsub contract <16 x float> %v183, %v179
  %v185 = fcmp olt <16 x float> %v184, splat (float 0xC055D589E0000000)
  %v186 = fcmp olt <16 x float> %v184, splat (float 0x40562E4300000000)
  %v187 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v184, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168000000000000))
  %v188 = fsub contract <16 x float> %v187, splat (float 0x4168000000000000)
  %v189 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v188, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v184)
  %v190 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v188, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v189)
  %v191 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F568532C0000000), <16 x float> %v190, <16 x float> splat (float 0x3F8123BCC0000000))
  %v192 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v191, <16 x float> %v190, <16 x float> splat (float 0x3FA555B960000000))
  %v193 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v192, <16 x float> %v190, <16 x float> splat (float 0x3FC55548E0000000))
  %v194 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v193, <16 x float> %v190, <16 x float> splat (float 0x3FDFFFFF80000000))
  %v195 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v194, <16 x float> %v190, <16 x float> splat (float 0x3FF0000000000000))
  %v196 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v195, <16 x float> %v190, <16 x float> splat (float 0x3FF0000000000000))
  %v197 = bitcast <16 x float> %v196 to <16 x i32>
  %v198 = bitcast <16 x float> %v187 to <16 x i32>
  %v199 = shl <16 x i32> %v198, splat (i32 23)
  %v200 = add <16 x i32> %v197, %v199
  %v201 = bitcast <16 x i32> %v200 to <16 x float>
  %v202 = fadd contract <16 x float> %v184, splat (float 0x7FF0000000000000)
  %v203 = select <16 x i1> %v186, <16 x float> %v201, <16 x float> %v202
  %v204 = select <16 x i1> %v185, <16 x float> splat (float 0x0000000000000000), <16 x float> %v203
  %v205 = load <16 x float>, ptr %acc38
  %v206 = fadd contract <16 x float> %v205, %v204
  store <16 x float> %v206, ptr %acc38
  %v207 = add nsw i64 %v181, 16
  %v208 = getelementptr inbounds float, ptr %d1, i64 %v207
  %v209 = load <16 x float>, ptr %v208, align 4
  %v210 = fsub contract <16 x float> %v209, %v179
  %v211 = fcmp olt <16 x float> %v210, splat (float 0xC055D589E0000000)
  %v212 = fcmp olt <16 x float> %v210, splat (float 0x40562E4300000000)
  %v213 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v210, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168000000000000))
  %v214 = fsub contract <16 x float> %v213, splat (float 0x4168000000000000)
  %v215 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v214, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v210)
  %v216 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v214, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v215)
  %v217 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F568532C0000000), <16 x float> %v216, <16 x float> splat (float 0x3F8123BCC0000000))
  %v218 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v217, <16 x float> %v216, <16 x float> splat (float 0x3FA555B960000000))
  %v219 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v218, <16 x float> %v216, <16 x float> splat (float 0x3FC55548E0000000))
  %v220 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v219, <16 x float> %v216, <16 x float> splat (float 0x3FDFFFFF80000000))
  %v221 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v220, <16 x float> %v216, <16 x float> splat (float 0x3FF0000000000000))
  %v222 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v221, <16 x float> %v216, <16 x float> splat (float 0x3FF0000000000000))
  %v223 = bitcast <16 x float> %v222 to <16 x i32>
  %v224 = bitcast <16 x float> %v213 to <16 x i32>
  %v225 = shl <16 x i32> %v224, splat (i32 23)
  %v226 = add <16 x i32> %v223, %v225
  %v227 = bitcast <16 x i32> %v226 to <16 x float>
  %v228 = fadd contract <16 x float> %v210, splat (float 0x7FF0000000000000)
  %v229 = select <16 x i1> %v212, <16 x float> %v227, <16 x float> %v228
  %v230 = select <16 x i1> %v211, <16 x float> splat (float 0x0000000000000000), <16 x float> %v229
  %v231 = load <16 x float>, ptr %acc39
  %v232 = fadd contract <16 x float> %v231, %v230
  store <16 x float> %v232, ptr %acc39
  %v233 = add nsw i64 %v181, 32
  %v234 = getelementptr inbounds float, ptr %d1, i64 %v233
  %v235 = load <16 x float>, ptr %v234, align 4
  %v236 = fsub contract <16 x float> %v235, %v179
  %v237 = fcmp olt <16 x float> %v236, splat (float 0xC055D589E0000000)
  %v238 = fcmp olt <16 x float> %v236, splat (float 0x40562E4300000000)
  %v239 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v236, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168000000000000))
  %v240 = fsub contract <16 x float> %v239, splat (float 0x4168000000000000)
  %v241 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v240, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v236)
  %v242 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v240, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v241)
  %v243 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F568532C0000000), <16 x float> %v242, <16 x float> splat (float 0x3F8123BCC0000000))
  %v244 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v243, <16 x float> %v242, <16 x float> splat (float 0x3FA555B960000000))
  %v245 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v244, <16 x float> %v242, <16 x float> splat (float 0x3FC55548E0000000))
  %v246 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v245, <16 x float> %v242, <16 x float> splat (float 0x3FDFFFFF80000000))
  %v247 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v246, <16 x float> %v242, <16 x float> splat (float 0x3FF0000000000000))
  %v248 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v247, <16 x float> %v242, <16 x float> splat (float 0x3FF0000000000000))
  %v249 = bitcast <16 x float> %v248 to <16 x i32>
  %v250 = bitcast <16 x float> %v239 to <16 x i32>
  %v251 = shl <16 x i32> %v250, splat (i32 23)
  %v252 = add <16 x i32> %v249, %v251
  %v253 = bitcast <16 x i32> %v252 to <16 x float>
  %v254 = fadd contract <16 x float> %v236, splat (float 0x7FF0000000000000)
  %v255 = select <16 x i1> %v238, <16 x float> %v253, <16 x float> %v254
  %v256 = select <16 x i1> %v237, <16 x float> splat (float 0x0000000000000000), <16 x float> %v255
  %v257 = load <16 x float>, ptr %acc40
  %v258 = fadd contract <16 x float> %v257, %v256
  store <16 x float> %v258, ptr %acc40
  %v259 = add nsw i64 %v181, 48
  %v260 = getelementptr inbounds float, ptr %d1, i64 %v259
  %v261 = load <16 x float>, ptr %v260, align 4
  %v262 = fsub contract <16 x float> %v261, %v179
  %v263 = fcmp olt <16 x float> %v262, splat (float 0xC055D589E0000000)
  %v264 = fcmp olt <16 x float> %v262, splat (float 0x40562E4300000000)
  %v265 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v262, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168000000000000))
  %v266 = fsub contract <16 x float> %v265, splat (float 0x4168000000000000)
  %v267 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v266, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v262)
  %v268 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v266, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v267)
  %v269 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F568532C0000000), <16 x float> %v268, <16 x float> splat (float 0x3F8123BCC0000000))
  %v270 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v269, <16 x float> %v268, <16 x float> splat (float 0x3FA555B960000000))
  %v271 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v270, <16 x float> %v268, <16 x float> splat (float 0x3FC55548E0000000))
  %v272 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v271, <16 x float> %v268, <16 x float> splat (float 0x3FDFFFFF80000000))
  %v273 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v272, <16 x float> %v268, <16 x float> splat (float 0x3FF0000000000000))
  %v274 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v273, <16 x float> %v268, <16 x float> splat (float 0x3FF0000000000000))
  %v275 = bitcast <16 x float> %v274 to <16 x i32>
  %v276 = bitcast <16 x float> %v265 to <16 x i32>
  %v277 = shl <16 x i32> %v276, splat (i32 23)
  %v278 = add <16 x i32> %v275, %v277
  %v279 = bitcast <16 x i32> %v278 to <16 x float>
  %v280 = fadd contract <16 x float> %v262, splat (float 0x7FF0000000000000)
  %v281 = select <16 x i1> %v264, <16 x float> %v279, <16 x float> %v280
  %v282 = select <16 x i1> %v263, <16 x float> splat (float 0x0000000000000000), <16 x float> %v281
  %v283 = load <16 x float>, ptr %acc41
  %v284 = fadd contract <16 x float> %v283, %v282
  store <16 x float> %v284, ptr %acc41
  %v285 = add nsw i64 %v181, 64
  %v286 = getelementptr inbounds float, ptr %d1, i64 %v285
  %v287 = load <16 x float>, ptr %v286, align 4
  %v288 = fsub contract <16 x float> %v287, %v179
  %v289 = fcmp olt <16 x float> %v288, splat (float 0xC055D589E0000000)
  %v290 = fcmp olt <16 x float> %v288, splat (float 0x40562E4300000000)
  %v291 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v288, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168000000000000))
  %v292 = fsub contract <16 x float> %v291, splat (float 0x4168000000000000)
  %v293 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v292, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v288)
  %v294 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v292, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v293)
  %v295 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F568532C0000000), <16 x float> %v294, <16 x float> splat (float 0x3F8123BCC0000000))
  %v296 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v295, <16 x float> %v294, <16 x float> splat (float 0x3FA555B960000000))
  %v297 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v296, <16 x float> %v294, <16 x float> splat (float 0x3FC55548E0000000))
  %v298 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v297, <16 x float> %v294, <16 x float> splat (float 0x3FDFFFFF80000000))
  %v299 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v298, <16 x float> %v294, <16 x float> splat (float 0x3FF0000000000000))
  %v300 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v299, <16 x float> %v294, <16 x float> splat (float 0x3FF0000000000000))
  %v301 = bitcast <16 x float> %v300 to <16 x i32>
  %v302 = bitcast <16 x float> %v291 to <16 x i32>
  %v303 = shl <16 x i32> %v302, splat (i32 23)
  %v304 = add <16 x i32> %v301, %v303
  %v305 = bitcast <16 x i32> %v304 to <16 x float>
  %v306 = fadd contract <16 x float> %v288, splat (float 0x7FF0000000000000)
  %v307 = select <16 x i1> %v290, <16 x float> %v305, <16 x float> %v306
  %v308 = select <16 x i1> %v289, <16 x float> splat (float 0x0000000000000000), <16 x float> %v307
  %v309 = load <16 x float>, ptr %acc42
  %v310 = fadd contract <16 x float> %v309, %v308
  store <16 x float> %v310, ptr %acc42
  %v311 = add nsw i64 %v181, 80
  %v312 = getelementptr inbounds float, ptr %d1, i64 %v311
  %v313 = load <16 x float>, ptr %v312, align 4
  %v314 = fsub contract <16 x float> %v313, %v179
  %v315 = fcmp olt <16 x float> %v314, splat (float 0xC055D589E0000000)
  %v316 = fcmp olt <16 x float> %v314, splat (float 0x40562E4300000000)
  %v317 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v314, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168000000000000))
  %v318 = fsub contract <16 x float> %v317, splat (float 0x4168000000000000)
  %v319 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v318, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v314)
  %v320 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v318, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v319)
  %v321 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F568532C0000000), <16 x float> %v320, <16 x float> splat (float 0x3F8123BCC0000000))
  %v322 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v321, <16 x float> %v320, <16 x float> splat (float 0x3FA555B960000000))
  %v323 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v322, <16 x float> %v320, <16 x float> splat (float 0x3FC55548E0000000))
  %v324 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v323, <16 x float> %v320, <16 x float> splat (float 0x3FDFFFFF80000000))
  %v325 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v324, <16 x float> %v320, <16 x float> splat (float 0x3FF0000000000000))
  %v326 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v325, <16 x float> %v320, <16 x float> splat (float 0x3FF0000000000000))
  %v327 = bitcast <16 x float> %v326 to <16 x i32>
  %v328 = bitcast <16 x float> %v317 to <16 x i32>
  %v329 = shl <16 x i32> %v328, splat (i32 23)
  %v330 = add <16 x i32> %v327, %v329
  %v331 = bitcast <16 x i32> %v330 to <16 x float>
  %v332 = fadd contract <16 x float> %v314, splat (float 0x7FF0000000000000)
  %v333 = select <16 x i1> %v316, <16 x float> %v331, <16 x float> %v332
  %v334 = select <16 x i1> %v315, <16 x float> splat (float 0x0000000000000000), <16 x float> %v333
  %v335 = load <16 x float>, ptr %acc43
  %v336 = fadd contract <16 x float> %v335, %v334
  store <16 x float> %v336, ptr %acc43
  %v337 = add nsw i64 %v181, 96
  %v338 = getelementptr inbounds float, ptr %d1, i64 %v337
  %v339 = load <16 x float>, ptr %v338, align 4
  %v340 = fsub contract <16 x float> %v339, %v179
  %v341 = fcmp olt <16 x float> %v340, splat (float 0xC055D589E0000000)
  %v342 = fcmp olt <16 x float> %v340, splat (float 0x40562E4300000000)
  %v343 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v340, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168000000000000))
  %v344 = fsub contract <16 x float> %v343, splat (float 0x4168000000000000)
  %v345 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v344, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v340)
  %v346 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v344, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v345)
  %v347 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F568532C0000000), <16 x float> %v346, <16 x float> splat (float 0x3F8123BCC0000000))
  %v348 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v347, <16 x float> %v346, <16 x float> splat (float 0x3FA555B960000000))
  %v349 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v348, <16 x float> %v346, <16 x float> splat (float 0x3FC55548E0000000))
  %v350 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v349, <16 x float> %v346, <16 x float> splat (float 0x3FDFFFFF80000000))
  %v351 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v350, <16 x float> %v346, <16 x float> splat (float 0x3FF0000000000000))
  %v352 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v351, <16 x float> %v346, <16 x float> splat (float 0x3FF0000000000000))
  %v353 = bitcast <16 x float> %v352 to <16 x i32>
  %v354 = bitcast <16 x float> %v343 to <16 x i32>
  %v355 = shl <16 x i32> %v354, splat (i32 23)
  %v356 = add <16 x i32> %v353, %v355
  %v357 = bitcast <16 x i32> %v356 to <16 x float>
  %v358 = fadd contract <16 x float> %v340, splat (float 0x7FF0000000000000)
  %v359 = select <16 x i1> %v342, <16 x float> %v357, <16 x float> %v358
  %v360 = select <16 x i1> %v341, <16 x float> splat (float 0x0000000000000000), <16 x float> %v359
  %v361 = load <16 x float>, ptr %acc44
  %v362 = fadd contract <16 x float> %v361, %v360
  store <16 x float> %v362, ptr %acc44
  %v363 = add nsw i64 %v181, 112
  %v364 = getelementptr inbounds float, ptr %d1, i64 %v363
  %v365 = load <16 x float>, ptr %v364, align 4
  %v366 = fsub contract <16 x float> %v365, %v179
  %v367 = fcmp olt <16 x float> %v366, splat (float 0xC055D589E0000000)
  %v368 = fcmp olt <16 x float> %v366, splat (float 0x40562E4300000000)
  %v369 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v366, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168000000000000))
  %v370 = fsub contract <16 x float> %v369, splat (float 0x4168000000000000)
  %v371 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v370, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v366)
  %v372 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v370, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v371)
  %v373 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F568532C0000000), <16 x float> %v372, <16 x float> splat (float 0x3F8123BCC0000000))
  %v374 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v373, <16 x float> %v372, <16 x float> splat (float 0x3FA555B960000000))
  %v375 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v374, <16 x float> %v372, <16 x float> splat (float 0x3FC55548E0000000))
  %v376 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v375, <16 x float> %v372, <16 x float> splat (float 0x3FDFFFFF80000000))
  %v377 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v376, <16 x float> %v372, <16 x float> splat (float 0x3FF0000000000000))
  %v378 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v377, <16 x float> %v372, <16 x float> splat (float 0x3FF0000000000000))
  %v379 = bitcast <16 x float> %v378 to <16 x i32>
  %v380 = bitcast <16 x float> %v369 to <16 x i32>
  %v381 = shl <16 x i32> %v380, splat (i32 23)
  %v382 = add <16 x i32> %v379, %v381
  %v383 = bitcast <16 x i32> %v382 to <16 x float>
  %v384 = fadd contract <16 x float> %v366, splat (float 0x7FF0000000000000)
  %v385 = select <16 x i1> %v368, <16 x float> %v383, <16 x float> %v384
  %v386 = select <16 x i1> %v367, <16 x float> splat (float 0x0000000000000000), <16 x float> %v385
  %v387 = load <16 x float>, ptr %acc45
  %v388 = fadd contract <16 x float> %v387, %v386
  store <16 x float> %v388, ptr %acc45
  br label %r2.last
r2.last:
  %r2.next = add nsw i64 %r2, 1
  br label %r2.head
r2.done:
  %v389 = load <16 x float>, ptr %acc38
  %v390 = load <16 x float>, ptr %acc39
  %v391 = load <16 x float>, ptr %acc40
  %v392 = load <16 x float>, ptr %acc41
  %v393 = load <16 x float>, ptr %acc42
  %v394 = load <16 x float>, ptr %acc43
  %v395 = load <16 x float>, ptr %acc44
  %v396 = load <16 x float>, ptr %acc45
  %v397 = fadd contract <16 x float> %v389, %v390
  %v398 = fadd contract <16 x float> %v391, %v392
  %v399 = fadd contract <16 x float> %v397, %v398
  %v400 = fadd contract <16 x float> %v393, %v394
  %v401 = fadd contract <16 x float> %v395, %v396
  %v402 = fadd contract <16 x float> %v400, %v401
  %v403 = fadd contract <16 x float> %v399, %v402
  %v404 = extractelement <16 x float> %v403, i64 0
  %v405 = extractelement <16 x float> %v403, i64 1
  %v406 = fadd contract float %v404, %v405
  %v407 = extractelement <16 x float> %v403, i64 2
  %v408 = extractelement <16 x float> %v403, i64 3
  %v409 = fadd contract float %v407, %v408
  %v410 = fadd contract float %v406, %v409
  %v411 = extractelement <16 x float> %v403, i64 4
  %v412 = extractelement <16 x float> %v403, i64 5
  %v413 = fadd contract float %v411, %v412
  %v414 = extractelement <16 x float> %v403, i64 6
  %v415 = extractelement <16 x float> %v403, i64 7
  %v416 = fadd contract float %v414, %v415
  %v417 = fadd contract float %v413, %v416
  %v418 = fadd contract float %v410, %v417
  %v419 = extractelement <16 x float> %v403, i64 8
  %v420 = extractelement <16 x float> %v403, i64 9
  %v421 = fadd contract float %v419, %v420
  %v422 = extractelement <16 x float> %v403, i64 10
  %v423 = extractelement <16 x float> %v403, i64 11
  %v424 = fadd contract float %v422, %v423
  %v425 = fadd contract float %v421, %v424
  %v426 = extractelement <16 x float> %v403, i64 12
  %v427 = extractelement <16 x float> %v403, i64 13
  %v428 = fadd contract float %v426, %v427
  %v429 = extractelement <16 x float> %v403, i64 14
  %v430 = extractelement <16 x float> %v403, i64 15
  %v431 = fadd contract float %v429, %v430
  %v432 = fadd contract float %v428, %v431
  %v433 = fadd contract float %v425, %v432
  %v434 = fadd contract float %v418, %v433
  %v435 = insertelement <16 x float> poison, float %v434, i64 0
  %v436 = shufflevector <16 x float> %v435, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  br label %i3.head
i3.head:
  %i3 = phi i64 [ 0, %r2.done ], [ %i3.next, %i3.last ]
  %i3.more = icmp slt i64 %i3, 16
  br i1 %i3.more, label %i3.body, label %i3.done
i3.body:
  %v437 = mul nsw i64 %i3, 16
  %v438 = add nsw i64 %v0, %v437
  %v439 = getelementptr inbounds float, ptr %d0, i64 %v438
  %v440 = getelementptr inbounds float, ptr %d1, i64 %v438
  %v441 = load <16 x float>, ptr %v440, align 4
  %v442 = fsub contract <16 x float> %v441, %v179
  %v443 = fcmp olt <16 x float> %v442, splat (float 0xC055D589E0000000)
  %v444 = fcmp olt <16 x float> %v442, splat (float 0x40562E4300000000)
  %v445 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v442, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168000000000000))
  %v446 = fsub contract <16 x float> %v445, splat (float 0x4168000000000000)
  %v447 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v446, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v442)
  %v448 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v446, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v447)
  %v449 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F568532C0000000), <16 x float> %v448, <16 x float> splat (float 0x3F8123BCC0000000))
  %v450 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v449, <16 x float> %v448, <16 x float> splat (float 0x3FA555B960000000))
  %v451 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v450, <16 x float> %v448, <16 x float> splat (float 0x3FC55548E0000000))
  %v452 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v451, <16 x float> %v448, <16 x float> splat (float 0x3FDFFFFF80000000))
  %v453 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v452, <16 x float> %v448, <16 x float> splat (float 0x3FF0000000000000))
  %v454 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v453, <16 x float> %v448, <16 x float> splat (float 0x3FF0000000000000))
  %v455 = bitcast <16 x float> %v454 to <16 x i32>
  %v456 = bitcast <16 x float> %v445 to <16 x i32>
  %v457 = shl <16 x i32> %v456, splat (i32 23)
  %v458 = add <16 x i32> %v455, %v457
  %v459 = bitcast <16 x i32> %v458 to <16 x float>
  %v460 = fadd contract <16 x float> %v442, splat (float 0x7FF0000000000000)
  %v461 = select <16 x i1> %v444, <16 x float> %v459, <16 x float> %v460
  %v462 = select <16 x i1> %v443, <16 x float> splat (float 0x0000000000000000), <16 x float> %v461
  %v463 = fdiv <16 x float> %v462, %v436
  store <16 x float> %v463, ptr %v439, align 4
  br label %i3.last
i3.last:
  %i3.next = add nsw i64 %i3, 1
  br label %i3.head
i3.done:
  br label %g0.last
g0.last:
  %g0.next = add nsw i64 %g0, 1
  br label %g0.head
g0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
