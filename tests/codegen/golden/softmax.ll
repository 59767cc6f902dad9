; split c by 128 as loop
; split c.1 by 16 as vector
; mark c.1.0 as unroll
; split d by 128 as loop
; split d.1 by 16 as vector
; mark d.1.0 as unroll
; split b by 16 as vector
; mark a as grid
declare <16 x float> @llvm.fmuladd.v16f32(<16 x float>, <16 x float>, <16 x float>)
define void @reduce_64_256_over_256_256(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
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
  %v10 = getelementptr float, ptr %d1, i64 %v2
  %v11 = getelementptr float, ptr %v10, i64 16
  %v12 = load <16 x float>, ptr %v11, align 4
  %v13 = load <16 x float>, ptr %acc31
  %v14 = fcmp ogt <16 x float> %v13, %v12
  %v15 = select <16 x i1> %v14, <16 x float> %v13, <16 x float> %v12
  %v16 = fcmp uno <16 x float> %v13, splat (float 0x0000000000000000)
  %v17 = select <16 x i1> %v16, <16 x float> %v13, <16 x float> %v15
  store <16 x float> %v17, ptr %acc31
  %v18 = getelementptr float, ptr %v10, i64 32
  %v19 = load <16 x float>, ptr %v18, align 4
  %v20 = load <16 x float>, ptr %acc32
  %v21 = fcmp ogt <16 x float> %v20, %v19
  %v22 = select <16 x i1> %v21, <16 x float> %v20, <16 x float> %v19
  %v23 = fcmp uno <16 x float> %v20, splat (float 0x0000000000000000)
  %v24 = select <16 x i1> %v23, <16 x float> %v20, <16 x float> %v22
  store <16 x float> %v24, ptr %acc32
  %v25 = getelementptr float, ptr %v10, i64 48
  %v26 = load <16 x float>, ptr %v25, align 4
  %v27 = load <16 x float>, ptr %acc33
  %v28 = fcmp ogt <16 x float> %v27, %v26
  %v29 = select <16 x i1> %v28, <16 x float> %v27, <16 x float> %v26
  %v30 = fcmp uno <16 x float> %v27, splat (float 0x0000000000000000)
  %v31 = select <16 x i1> %v30, <16 x float> %v27, <16 x float> %v29
  store <16 x float> %v31, ptr %acc33
  %v32 = getelementptr float, ptr %v10, i64 64
  %v33 = load <16 x float>, ptr %v32, align 4
  %v34 = load <16 x float>, ptr %acc34
  %v35 = fcmp ogt <16 x float> %v34, %v33
  %v36 = select <16 x i1> %v35, <16 x float> %v34, <16 x float> %v33
  %v37 = fcmp uno <16 x float> %v34, splat (float 0x0000000000000000)
  %v38 = select <16 x i1> %v37, <16 x float> %v34, <16 x float> %v36
  store <16 x float> %v38, ptr %acc34
  %v39 = getelementptr float, ptr %v10, i64 80
  %v40 = load <16 x float>, ptr %v39, align 4
  %v41 = load <16 x float>, ptr %acc35
  %v42 = fcmp ogt <16 x float> %v41, %v40
  %v43 = select <16 x i1> %v42, <16 x float> %v41, <16 x float> %v40
  %v44 = fcmp uno <16 x float> %v41, splat (float 0x0000000000000000)
  %v45 = select <16 x i1> %v44, <16 x float> %v41, <16 x float> %v43
  store <16 x float> %v45, ptr %acc35
  %v46 = getelementptr float, ptr %v10, i64 96
  %v47 = load <16 x float>, ptr %v46, align 4
  %v48 = load <16 x float>, ptr %acc36
  %v49 = fcmp ogt <16 x float> %v48, %v47
  %v50 = select <16 x i1> %v49, <16 x float> %v48, <16 x float> %v47
  %v51 = fcmp uno <16 x float> %v48, splat (float 0x0000000000000000)
  %v52 = select <16 x i1> %v51, <16 x float> %v48, <16 x float> %v50
  store <16 x float> %v52, ptr %acc36
  %v53 = getelementptr float, ptr %v10, i64 112
  %v54 = load <16 x float>, ptr %v53, align 4
  %v55 = load <16 x float>, ptr %acc37
  %v56 = fcmp ogt <16 x float> %v55, %v54
  %v57 = select <16 x i1> %v56, <16 x float> %v55, <16 x float> %v54
  %v58 = fcmp uno <16 x float> %v55, splat (float 0x0000000000000000)
  %v59 = select <16 x i1> %v58, <16 x float> %v55, <16 x float> %v57
  store <16 x float> %v59, ptr %acc37
  br label %r1.last
r1.last:
  %r1.next = add nsw i64 %r1, 1
  br label %r1.head
r1.done:
  %v60 = load <16 x float>, ptr %acc30
  %v61 = load <16 x float>, ptr %acc31
  %v62 = load <16 x float>, ptr %acc32
  %v63 = load <16 x float>, ptr %acc33
  %v64 = load <16 x float>, ptr %acc34
  %v65 = load <16 x float>, ptr %acc35
  %v66 = load <16 x float>, ptr %acc36
  %v67 = load <16 x float>, ptr %acc37
  %v68 = fcmp ogt <16 x float> %v60, %v61
  %v69 = select <16 x i1> %v68, <16 x float> %v60, <16 x float> %v61
  %v70 = fcmp uno <16 x float> %v60, splat (float 0x0000000000000000)
  %v71 = select <16 x i1> %v70, <16 x float> %v60, <16 x float> %v69
  %v72 = fcmp ogt <16 x float> %v62, %v63
  %v73 = select <16 x i1> %v72, <16 x float> %v62, <16 x float> %v63
  %v74 = fcmp uno <16 x float> %v62, splat (float 0x0000000000000000)
  %v75 = select <16 x i1> %v74, <16 x float> %v62, <16 x float> %v73
  %v76 = fcmp ogt <16 x float> %v71, %v75
  %v77 = select <16 x i1> %v76, <16 x float> %v71, <16 x float> %v75
  %v78 = fcmp uno <16 x float> %v71, splat (float 0x0000000000000000)
  %v79 = select <16 x i1> %v78, <16 x float> %v71, <16 x float> %v77
  %v80 = fcmp ogt <16 x float> %v64, %v65
  %v81 = select <16 x i1> %v80, <16 x float> %v64, <16 x float> %v65
  %v82 = fcmp uno <16 x float> %v64, splat (float 0x0000000000000000)
  %v83 = select <16 x i1> %v82, <16 x float> %v64, <16 x float> %v81
  %v84 = fcmp ogt <16 x float> %v66, %v67
  %v85 = select <16 x i1> %v84, <16 x float> %v66, <16 x float> %v67
  %v86 = fcmp uno <16 x float> %v66, splat (float 0x0000000000000000)
  %v87 = select <16 x i1> %v86, <16 x float> %v66, <16 x float> %v85
  %v88 = fcmp ogt <16 x float> %v83, %v87
  %v89 = select <16 x i1> %v88, <16 x float> %v83, <16 x float> %v87
  %v90 = fcmp uno <16 x float> %v83, splat (float 0x0000000000000000)
  %v91 = select <16 x i1> %v90, <16 x float> %v83, <16 x float> %v89
  %v92 = fcmp ogt <16 x float> %v79, %v91
  %v93 = select <16 x i1> %v92, <16 x float> %v79, <16 x float> %v91
  %v94 = fcmp uno <16 x float> %v79, splat (float 0x0000000000000000)
  %v95 = select <16 x i1> %v94, <16 x float> %v79, <16 x float> %v93
  %v96 = shufflevector <16 x float> %v95, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v97 = shufflevector <16 x float> %v95, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v98 = fcmp ogt <8 x float> %v96, %v97
  %v99 = select <8 x i1> %v98, <8 x float> %v96, <8 x float> %v97
  %v100 = fcmp uno <8 x float> %v96, splat (float 0x0000000000000000)
  %v101 = select <8 x i1> %v100, <8 x float> %v96, <8 x float> %v99
  %v102 = shufflevector <8 x float> %v101, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v103 = shufflevector <8 x float> %v101, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v104 = fcmp ogt <4 x float> %v102, %v103
  %v105 = select <4 x i1> %v104, <4 x float> %v102, <4 x float> %v103
  %v106 = fcmp uno <4 x float> %v102, splat (float 0x0000000000000000)
  %v107 = select <4 x i1> %v106, <4 x float> %v102, <4 x float> %v105
  %v108 = shufflevector <4 x float> %v107, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v109 = shufflevector <4 x float> %v107, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v110 = fcmp ogt <2 x float> %v108, %v109
  %v111 = select <2 x i1> %v110, <2 x float> %v108, <2 x float> %v109
  %v112 = fcmp uno <2 x float> %v108, splat (float 0x0000000000000000)
  %v113 = select <2 x i1> %v112, <2 x float> %v108, <2 x float> %v111
  %v114 = extractelement <2 x float> %v113, i64 0
  %v115 = extractelement <2 x float> %v113, i64 1
  %v116 = fcmp ogt float %v114, %v115
  %v117 = select i1 %v116, float %v114, float %v115
  %v118 = fcmp uno float %v114, 0x0000000000000000
  %v119 = select i1 %v118, float %v114, float %v117
  %v120 = insertelement <16 x float> poison, float %v119, i64 0
  %v121 = shufflevector <16 x float> %v120, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  br label %r2.head
r2.head:
  %r2 = phi i64 [ 0, %r1.done ], [ %r2.next, %r2.last ]
  %r2.more = icmp slt i64 %r2, 2
  br i1 %r2.more, label %r2.body, label %r2.done
r2.body:
  %v122 = mul nsw i64 %r2, 128
  %v123 = add nsw i64 %v0, %v122
  %v124 = getelementptr inbounds float, ptr %d1, i64 %v123
  %v125 = load <16 x float>, ptr %v124, align 4
  %v126 = fsub contract <16 x float> %v125, %v121
  %v127 = fcmp olt <16 x float> %v126, splat (float 0xC05A000000000000)
  %v128 = select <16 x i1> %v127, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v126
  %v129 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v128
  %v130 = select <16 x i1> %v129, <16 x float> splat (float 0x4056400000000000), <16 x float> %v128
  %v131 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v130, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v132 = fsub contract <16 x float> %v131, splat (float 0x4168001FC0000000)
  %v133 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v132, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v130)
  %v134 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v132, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v133)
  %v135 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v134, <16 x float> splat (float 0x3F81257CA0000000))
  %v136 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v135, <16 x float> %v134, <16 x float> splat (float 0x3FA5553000000000))
  %v137 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v136, <16 x float> %v134, <16 x float> splat (float 0x3FC5554660000000))
  %v138 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v137, <16 x float> %v134, <16 x float> splat (float 0x3FE0000000000000))
  %v139 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v138, <16 x float> %v134, <16 x float> splat (float 0x3FF0000000000000))
  %v140 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v139, <16 x float> %v134, <16 x float> splat (float 0x3FF0000000000000))
  %v141 = bitcast <16 x float> %v131 to <16 x i32>
  %v142 = lshr <16 x i32> %v141, splat (i32 1)
  %v143 = shl <16 x i32> %v142, splat (i32 23)
  %v144 = bitcast <16 x i32> %v143 to <16 x float>
  %v145 = fmul contract <16 x float> %v140, %v144
  %v146 = sub <16 x i32> %v141, %v142
  %v147 = shl <16 x i32> %v146, splat (i32 23)
  %v148 = bitcast <16 x i32> %v147 to <16 x float>
  %v149 = fmul contract <16 x float> %v145, %v148
  %v150 = load <16 x float>, ptr %acc38
  %v151 = fadd contract <16 x float> %v150, %v149
  store <16 x float> %v151, ptr %acc38
  %v152 = getelementptr float, ptr %d1, i64 %v123
  %v153 = getelementptr float, ptr %v152, i64 16
  %v154 = load <16 x float>, ptr %v153, align 4
  %v155 = fsub contract <16 x float> %v154, %v121
  %v156 = fcmp olt <16 x float> %v155, splat (float 0xC05A000000000000)
  %v157 = select <16 x i1> %v156, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v155
  %v158 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v157
  %v159 = select <16 x i1> %v158, <16 x float> splat (float 0x4056400000000000), <16 x float> %v157
  %v160 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v159, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v161 = fsub contract <16 x float> %v160, splat (float 0x4168001FC0000000)
  %v162 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v161, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v159)
  %v163 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v161, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v162)
  %v164 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v163, <16 x float> splat (float 0x3F81257CA0000000))
  %v165 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v164, <16 x float> %v163, <16 x float> splat (float 0x3FA5553000000000))
  %v166 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v165, <16 x float> %v163, <16 x float> splat (float 0x3FC5554660000000))
  %v167 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v166, <16 x float> %v163, <16 x float> splat (float 0x3FE0000000000000))
  %v168 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v167, <16 x float> %v163, <16 x float> splat (float 0x3FF0000000000000))
  %v169 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v168, <16 x float> %v163, <16 x float> splat (float 0x3FF0000000000000))
  %v170 = bitcast <16 x float> %v160 to <16 x i32>
  %v171 = lshr <16 x i32> %v170, splat (i32 1)
  %v172 = shl <16 x i32> %v171, splat (i32 23)
  %v173 = bitcast <16 x i32> %v172 to <16 x float>
  %v174 = fmul contract <16 x float> %v169, %v173
  %v175 = sub <16 x i32> %v170, %v171
  %v176 = shl <16 x i32> %v175, splat (i32 23)
  %v177 = bitcast <16 x i32> %v176 to <16 x float>
  %v178 = fmul contract <16 x float> %v174, %v177
  %v179 = load <16 x float>, ptr %acc39
  %v180 = fadd contract <16 x float> %v179, %v178
  store <16 x float> %v180, ptr %acc39
  %v181 = getelementptr float, ptr %v152, i64 32
  %v182 = load <16 x float>, ptr %v181, align 4
  %v183 = fsub contract <16 x float> %v182, %v121
  %v184 = fcmp olt <16 x float> %v183, splat (float 0xC05A000000000000)
  %v185 = select <16 x i1> %v184, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v183
  %v186 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v185
  %v187 = select <16 x i1> %v186, <16 x float> splat (float 0x4056400000000000), <16 x float> %v185
  %v188 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v187, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v189 = fsub contract <16 x float> %v188, splat (float 0x4168001FC0000000)
  %v190 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v189, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v187)
  %v191 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v189, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v190)
  %v192 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v191, <16 x float> splat (float 0x3F81257CA0000000))
  %v193 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v192, <16 x float> %v191, <16 x float> splat (float 0x3FA5553000000000))
  %v194 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v193, <16 x float> %v191, <16 x float> splat (float 0x3FC5554660000000))
  %v195 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v194, <16 x float> %v191, <16 x float> splat (float 0x3FE0000000000000))
  %v196 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v195, <16 x float> %v191, <16 x float> splat (float 0x3FF0000000000000))
  %v197 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v196, <16 x float> %v191, <16 x float> splat (float 0x3FF0000000000000))
  %v198 = bitcast <16 x float> %v188 to <16 x i32>
  %v199 = lshr <16 x i32> %v198, splat (i32 1)
  %v200 = shl <16 x i32> %v199, splat (i32 23)
  %v201 = bitcast <16 x i32> %v200 to <16 x float>
  %v202 = fmul contract <16 x float> %v197, %v201
  %v203 = sub <16 x i32> %v198, %v199
  %v204 = shl <16 x i32> %v203, splat (i32 23)
  %v205 = bitcast <16 x i32> %v204 to <16 x float>
  %v206 = fmul contract <16 x float> %v202, %v205
  %v207 = load <16 x float>, ptr %acc40
  %v208 = fadd contract <16 x float> %v207, %v206
  store <16 x float> %v208, ptr %acc40
  %v209 = getelementptr float, ptr %v152, i64 48
  %v210 = load <16 x float>, ptr %v209, align 4
  %v211 = fsub contract <16 x float> %v210, %v121
  %v212 = fcmp olt <16 x float> %v211, splat (float 0xC05A000000000000)
  %v213 = select <16 x i1> %v212, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v211
  %v214 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v213
  %v215 = select <16 x i1> %v214, <16 x float> splat (float 0x4056400000000000), <16 x float> %v213
  %v216 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v215, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v217 = fsub contract <16 x float> %v216, splat (float 0x4168001FC0000000)
  %v218 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v217, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v215)
  %v219 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v217, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v218)
  %v220 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v219, <16 x float> splat (float 0x3F81257CA0000000))
  %v221 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v220, <16 x float> %v219, <16 x float> splat (float 0x3FA5553000000000))
  %v222 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v221, <16 x float> %v219, <16 x float> splat (float 0x3FC5554660000000))
  %v223 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v222, <16 x float> %v219, <16 x float> splat (float 0x3FE0000000000000))
  %v224 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v223, <16 x float> %v219, <16 x float> splat (float 0x3FF0000000000000))
  %v225 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v224, <16 x float> %v219, <16 x float> splat (float 0x3FF0000000000000))
  %v226 = bitcast <16 x float> %v216 to <16 x i32>
  %v227 = lshr <16 x i32> %v226, splat (i32 1)
  %v228 = shl <16 x i32> %v227, splat (i32 23)
  %v229 = bitcast <16 x i32> %v228 to <16 x float>
  %v230 = fmul contract <16 x float> %v225, %v229
  %v231 = sub <16 x i32> %v226, %v227
  %v232 = shl <16 x i32> %v231, splat (i32 23)
  %v233 = bitcast <16 x i32> %v232 to <16 x float>
  %v234 = fmul contract <16 x float> %v230, %v233
  %v235 = load <16 x float>, ptr %acc41
  %v236 = fadd contract <16 x float> %v235, %v234
  store <16 x float> %v236, ptr %acc41
  %v237 = getelementptr float, ptr %v152, i64 64
  %v238 = load <16 x float>, ptr %v237, align 4
  %v239 = fsub contract <16 x float> %v238, %v121
  %v240 = fcmp olt <16 x float> %v239, splat (float 0xC05A000000000000)
  %v241 = select <16 x i1> %v240, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v239
  %v242 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v241
  %v243 = select <16 x i1> %v242, <16 x float> splat (float 0x4056400000000000), <16 x float> %v241
  %v244 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v243, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v245 = fsub contract <16 x float> %v244, splat (float 0x4168001FC0000000)
  %v246 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v245, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v243)
  %v247 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v245, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v246)
  %v248 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v247, <16 x float> splat (float 0x3F81257CA0000000))
  %v249 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v248, <16 x float> %v247, <16 x float> splat (float 0x3FA5553000000000))
  %v250 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v249, <16 x float> %v247, <16 x float> splat (float 0x3FC5554660000000))
  %v251 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v250, <16 x float> %v247, <16 x float> splat (float 0x3FE0000000000000))
  %v252 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v251, <16 x float> %v247, <16 x float> splat (float 0x3FF0000000000000))
  %v253 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v252, <16 x float> %v247, <16 x float> splat (float 0x3FF0000000000000))
  %v254 = bitcast <16 x float> %v244 to <16 x i32>
  %v255 = lshr <16 x i32> %v254, splat (i32 1)
  %v256 = shl <16 x i32> %v255, splat (i32 23)
  %v257 = bitcast <16 x i32> %v256 to <16 x float>
  %v258 = fmul contract <16 x float> %v253, %v257
  %v259 = sub <16 x i32> %v254, %v255
  %v260 = shl <16 x i32> %v259, splat (i32 23)
  %v261 = bitcast <16 x i32> %v260 to <16 x float>
  %v262 = fmul contract <16 x float> %v258, %v261
  %v263 = load <16 x float>, ptr %acc42
  %v264 = fadd contract <16 x float> %v263, %v262
  store <16 x float> %v264, ptr %acc42
  %v265 = getelementptr float, ptr %v152, i64 80
  %v266 = load <16 x float>, ptr %v265, align 4
  %v267 = fsub contract <16 x float> %v266, %v121
  %v268 = fcmp olt <16 x float> %v267, splat (float 0xC05A000000000000)
  %v269 = select <16 x i1> %v268, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v267
  %v270 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v269
  %v271 = select <16 x i1> %v270, <16 x float> splat (float 0x4056400000000000), <16 x float> %v269
  %v272 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v271, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v273 = fsub contract <16 x float> %v272, splat (float 0x4168001FC0000000)
  %v274 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v273, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v271)
  %v275 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v273, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v274)
  %v276 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v275, <16 x float> splat (float 0x3F81257CA0000000))
  %v277 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v276, <16 x float> %v275, <16 x float> splat (float 0x3FA5553000000000))
  %v278 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v277, <16 x float> %v275, <16 x float> splat (float 0x3FC5554660000000))
  %v279 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v278, <16 x float> %v275, <16 x float> splat (float 0x3FE0000000000000))
  %v280 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v279, <16 x float> %v275, <16 x float> splat (float 0x3FF0000000000000))
  %v281 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v280, <16 x float> %v275, <16 x float> splat (float 0x3FF0000000000000))
  %v282 = bitcast <16 x float> %v272 to <16 x i32>
  %v283 = lshr <16 x i32> %v282, splat (i32 1)
  %v284 = shl <16 x i32> %v283, splat (i32 23)
  %v285 = bitcast <16 x i32> %v284 to <16 x float>
  %v286 = fmul contract <16 x float> %v281, %v285
  %v287 = sub <16 x i32> %v282, %v283
  %v288 = shl <16 x i32> %v287, splat (i32 23)
  %v289 = bitcast <16 x i32> %v288 to <16 x float>
  %v290 = fmul contract <16 x float> %v286, %v289
  %v291 = load <16 x float>, ptr %acc43
  %v292 = fadd contract <16 x float> %v291, %v290
  store <16 x float> %v292, ptr %acc43
  %v293 = getelementptr float, ptr %v152, i64 96
  %v294 = load <16 x float>, ptr %v293, align 4
  %v295 = fsub contract <16 x float> %v294, %v121
  %v296 = fcmp olt <16 x float> %v295, splat (float 0xC05A000000000000)
  %v297 = select <16 x i1> %v296, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v295
  %v298 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v297
  %v299 = select <16 x i1> %v298, <16 x float> splat (float 0x4056400000000000), <16 x float> %v297
  %v300 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v299, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v301 = fsub contract <16 x float> %v300, splat (float 0x4168001FC0000000)
  %v302 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v301, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v299)
  %v303 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v301, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v302)
  %v304 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v303, <16 x float> splat (float 0x3F81257CA0000000))
  %v305 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v304, <16 x float> %v303, <16 x float> splat (float 0x3FA5553000000000))
  %v306 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v305, <16 x float> %v303, <16 x float> splat (float 0x3FC5554660000000))
  %v307 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v306, <16 x float> %v303, <16 x float> splat (float 0x3FE0000000000000))
  %v308 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v307, <16 x float> %v303, <16 x float> splat (float 0x3FF0000000000000))
  %v309 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v308, <16 x float> %v303, <16 x float> splat (float 0x3FF0000000000000))
  %v310 = bitcast <16 x float> %v300 to <16 x i32>
  %v311 = lshr <16 x i32> %v310, splat (i32 1)
  %v312 = shl <16 x i32> %v311, splat (i32 23)
  %v313 = bitcast <16 x i32> %v312 to <16 x float>
  %v314 = fmul contract <16 x float> %v309, %v313
  %v315 = sub <16 x i32> %v310, %v311
  %v316 = shl <16 x i32> %v315, splat (i32 23)
  %v317 = bitcast <16 x i32> %v316 to <16 x float>
  %v318 = fmul contract <16 x float> %v314, %v317
  %v319 = load <16 x float>, ptr %acc44
  %v320 = fadd contract <16 x float> %v319, %v318
  store <16 x float> %v320, ptr %acc44
  %v321 = getelementptr float, ptr %v152, i64 112
  %v322 = load <16 x float>, ptr %v321, align 4
  %v323 = fsub contract <16 x float> %v322, %v121
  %v324 = fcmp olt <16 x float> %v323, splat (float 0xC05A000000000000)
  %v325 = select <16 x i1> %v324, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v323
  %v326 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v325
  %v327 = select <16 x i1> %v326, <16 x float> splat (float 0x4056400000000000), <16 x float> %v325
  %v328 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v327, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v329 = fsub contract <16 x float> %v328, splat (float 0x4168001FC0000000)
  %v330 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v329, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v327)
  %v331 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v329, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v330)
  %v332 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v331, <16 x float> splat (float 0x3F81257CA0000000))
  %v333 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v332, <16 x float> %v331, <16 x float> splat (float 0x3FA5553000000000))
  %v334 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v333, <16 x float> %v331, <16 x float> splat (float 0x3FC5554660000000))
  %v335 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v334, <16 x float> %v331, <16 x float> splat (float 0x3FE0000000000000))
  %v336 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v335, <16 x float> %v331, <16 x float> splat (float 0x3FF0000000000000))
  %v337 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v336, <16 x float> %v331, <16 x float> splat (float 0x3FF0000000000000))
  %v338 = bitcast <16 x float> %v328 to <16 x i32>
  %v339 = lshr <16 x i32> %v338, splat (i32 1)
  %v340 = shl <16 x i32> %v339, splat (i32 23)
  %v341 = bitcast <16 x i32> %v340 to <16 x float>
  %v342 = fmul contract <16 x float> %v337, %v341
  %v343 = sub <16 x i32> %v338, %v339
  %v344 = shl <16 x i32> %v343, splat (i32 23)
  %v345 = bitcast <16 x i32> %v344 to <16 x float>
  %v346 = fmul contract <16 x float> %v342, %v345
  %v347 = load <16 x float>, ptr %acc45
  %v348 = fadd contract <16 x float> %v347, %v346
  store <16 x float> %v348, ptr %acc45
  br label %r2.last
r2.last:
  %r2.next = add nsw i64 %r2, 1
  br label %r2.head
r2.done:
  %v349 = load <16 x float>, ptr %acc38
  %v350 = load <16 x float>, ptr %acc39
  %v351 = load <16 x float>, ptr %acc40
  %v352 = load <16 x float>, ptr %acc41
  %v353 = load <16 x float>, ptr %acc42
  %v354 = load <16 x float>, ptr %acc43
  %v355 = load <16 x float>, ptr %acc44
  %v356 = load <16 x float>, ptr %acc45
  %v357 = fadd contract <16 x float> %v349, %v350
  %v358 = fadd contract <16 x float> %v351, %v352
  %v359 = fadd contract <16 x float> %v357, %v358
  %v360 = fadd contract <16 x float> %v353, %v354
  %v361 = fadd contract <16 x float> %v355, %v356
  %v362 = fadd contract <16 x float> %v360, %v361
  %v363 = fadd contract <16 x float> %v359, %v362
  %v364 = shufflevector <16 x float> %v363, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v365 = shufflevector <16 x float> %v363, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v366 = fadd contract <8 x float> %v364, %v365
  %v367 = shufflevector <8 x float> %v366, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v368 = shufflevector <8 x float> %v366, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v369 = fadd contract <4 x float> %v367, %v368
  %v370 = shufflevector <4 x float> %v369, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v371 = shufflevector <4 x float> %v369, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v372 = fadd contract <2 x float> %v370, %v371
  %v373 = extractelement <2 x float> %v372, i64 0
  %v374 = extractelement <2 x float> %v372, i64 1
  %v375 = fadd contract float %v373, %v374
  %v376 = insertelement <16 x float> poison, float %v375, i64 0
  %v377 = shufflevector <16 x float> %v376, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  br label %i3.head
i3.head:
  %i3 = phi i64 [ 0, %r2.done ], [ %i3.next, %i3.last ]
  %i3.more = icmp slt i64 %i3, 16
  br i1 %i3.more, label %i3.body, label %i3.done
i3.body:
  %v378 = mul nsw i64 %i3, 16
  %v379 = add nsw i64 %v0, %v378
  %v380 = getelementptr inbounds float, ptr %d0, i64 %v379
  %v381 = getelementptr inbounds float, ptr %d1, i64 %v379
  %v382 = load <16 x float>, ptr %v381, align 4
  %v383 = fsub contract <16 x float> %v382, %v121
  %v384 = fcmp olt <16 x float> %v383, splat (float 0xC05A000000000000)
  %v385 = select <16 x i1> %v384, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v383
  %v386 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v385
  %v387 = select <16 x i1> %v386, <16 x float> splat (float 0x4056400000000000), <16 x float> %v385
  %v388 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v387, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v389 = fsub contract <16 x float> %v388, splat (float 0x4168001FC0000000)
  %v390 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v389, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v387)
  %v391 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v389, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v390)
  %v392 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v391, <16 x float> splat (float 0x3F81257CA0000000))
  %v393 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v392, <16 x float> %v391, <16 x float> splat (float 0x3FA5553000000000))
  %v394 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v393, <16 x float> %v391, <16 x float> splat (float 0x3FC5554660000000))
  %v395 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v394, <16 x float> %v391, <16 x float> splat (float 0x3FE0000000000000))
  %v396 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v395, <16 x float> %v391, <16 x float> splat (float 0x3FF0000000000000))
  %v397 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v396, <16 x float> %v391, <16 x float> splat (float 0x3FF0000000000000))
  %v398 = bitcast <16 x float> %v388 to <16 x i32>
  %v399 = lshr <16 x i32> %v398, splat (i32 1)
  %v400 = shl <16 x i32> %v399, splat (i32 23)
  %v401 = bitcast <16 x i32> %v400 to <16 x float>
  %v402 = fmul contract <16 x float> %v397, %v401
  %v403 = sub <16 x i32> %v398, %v399
  %v404 = shl <16 x i32> %v403, splat (i32 23)
  %v405 = bitcast <16 x i32> %v404 to <16 x float>
  %v406 = fmul contract <16 x float> %v402, %v405
  %v407 = fdiv <16 x float> %v406, %v377
  store <16 x float> %v407, ptr %v380, align 4
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
